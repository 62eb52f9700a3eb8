// Times in the reader's zone, the countdown, and the phases of a game by keys and a slider.
document.documentElement.classList.add("scripted");

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const parts = { weekday: "long", day: "numeric", month: "long", hour: "2-digit", minute: "2-digit", timeZoneName: "short" };
const near = new Intl.DateTimeFormat("en-GB", parts);
const far = new Intl.DateTimeFormat("en-GB", { ...parts, year: "numeric" });
for (const time of document.querySelectorAll("time")) {
  if (zone && zone !== "UTC") {
    time.title = time.textContent;
    const moment = new Date(time.dateTime);
    time.textContent = (moment.getFullYear() === new Date().getFullYear() ? near : far).format(moment);
  }
}

for (const counter of document.querySelectorAll(".countdown")) {
  const until = new Date(counter.dataset.until);
  const tick = () => {
    const left = Math.max(0, until - Date.now());
    const minutes = Math.floor(left / 60000);
    const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24];
    const pairs = days ? [[days, "day"], [hours, "hour"]] : [[hours, "hour"], [minutes % 60, "minute"]];
    const said = pairs.filter(([count]) => count).map(([count, word]) => `${count} ${word}${count > 1 ? "s" : ""}`);
    counter.textContent = left ? `In ${said.join(" ") || "less than a minute"}.` : "That time has come.";
  };
  tick();
  setInterval(tick, 20000);
}

// The page of a letter looks for the answer, as it does without scripts.
const wait = () => setTimeout(async () => {
  const answer = await fetch(location.href).catch(() => null);
  const page = answer?.ok && new DOMParser().parseFromString(await answer.text(), "text/html");
  if (page && !page.querySelector("[data-waits]")) {
    document.querySelector("main [aria-live]").replaceChildren(...page.querySelector("main [aria-live]").childNodes);
    document.title = page.title;
  } else wait();
}, 2000);
if (document.querySelector("[data-waits]")) wait();

const steps = document.querySelector(".steps");
if (steps) {
  const names = steps.dataset.phases.split(" ");
  const go = (number) => {
    const last = number === names.length - 1;
    location.assign(steps.dataset.base + (last ? "" : `/${names[number]}`));
  };
  if (names.length > 1) {
    const slider = document.createElement("input");
    Object.assign(slider, { type: "range", min: 0, max: names.length - 1, value: steps.dataset.at });
    slider.setAttribute("aria-label", "Phase");
    slider.setAttribute("aria-valuetext", names[slider.value]);
    const label = steps.querySelector("b");
    slider.addEventListener("input", () => {
      label.textContent = names[slider.value];
      slider.setAttribute("aria-valuetext", names[slider.value]);
    });
    slider.addEventListener("change", () => go(Number(slider.value)));
    steps.append(slider);
  }
  addEventListener("keydown", (event) => {
    const busy = event.altKey || event.shiftKey || event.ctrlKey || event.metaKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
    const rel = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
    const link = rel && !busy && steps.querySelector(`a[rel=${rel}]`);
    if (link) link.click();
  });
}
