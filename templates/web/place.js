// One's own place: tap orders, or press a button; the text of the letter grows.
import { provinceChoice, rowsIn, sizeButton, taps, tell, withOrder } from "./tap.js";

const form = document.querySelector("form.letter");
const role = form.dataset.role;
const text = form.querySelector("#text");
const assumed = form.querySelector("#assumed");
const mail = form.querySelector("a.mail");
const at = (id) => document.getElementById(id);

const put = (field, words) => {
  field.value = words;
  field.dispatchEvent(new Event("input"));
};
const add = (lines) => {
  put(text, `${text.value.trimEnd()}\n${lines}\n`.trimStart());
  text.scrollTop = text.scrollHeight;
};
const told = () => {
  const words = `${mail.dataset.begin}\n${text.value}`;
  mail.href = `${mail.href.split("?")[0]}?body=${encodeURIComponent(words)}`;
};
text.addEventListener("input", told);
told();
for (const select of form.querySelectorAll(".selects select")) select.disabled = true;

// Show the arrows, and what would become of them; a newer look counts more.
let looks = 0;
const look = async () => {
  const number = ++looks;
  const body = new URLSearchParams(new FormData(form));
  const answer = await fetch(`${form.getAttribute("action")}/preview`, { method: "POST", body });
  if (number !== looks) return;
  if (!answer.ok || answer.redirected) return tell("This cannot be shown now.", [], "Your letter is as you wrote it.");
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const marked = [...document.querySelectorAll(".area.hit")].map((area) => area.dataset.at);
  document.querySelector(".board .map").replaceChildren(...page.querySelector(".board .map").childNodes);
  document.querySelector("#would").replaceWith(page.querySelector("#would"));
  for (const place of marked) document.querySelectorAll(`.area[data-at="${place}"]`).forEach((area) => area.classList.add("hit"));
};

const figure = document.querySelector(".board");
if (figure && document.querySelector("#possible")) {
  const places = rowsIn("#places");
  const names = new Map(places.map(({ at: place, name }) => [place, name]));
  const ordered = (power, order) => {
    const own = !assumed || power === role; // in a sandbox all orders are one's own
    const [field, prefix] = own ? [text, ""] : [assumed, `${power}: `];
    const before = field.value;
    if (!own) assumed.closest("details").open = true;
    put(field, withOrder(before, prefix, order));
    const undo = () => {
      put(field, before);
      tell(order, [], "Taken back.");
      look();
    };
    tell(`${prefix}${order}`, [["Undo", undo]], own ? "It stands in your letter now. Send it when all is there." : "You assume this; it is not sent.");
    look();
  };
  const tap = taps(rowsIn("#possible"), names, ordered);
  figure.addEventListener("click", (event) => {
    const place = event.target.closest(".area")?.dataset.at;
    if (place) tap(place);
  });
  const tools = document.createElement("div");
  tools.className = "tools";
  tools.append(sizeButton(), ...provinceChoice(names, tap));
  document.querySelector("#told").before(tools);
  form.addEventListener("submit", (event) => {
    if (!event.submitter?.hasAttribute("formaction")) return;
    event.preventDefault();
    look();
  });
}

// Enter in a field must not send the letter.
form.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.target.matches("input")) event.preventDefault();
});
form.querySelector(".copy").addEventListener("click", async ({ target }) => {
  await navigator.clipboard.writeText(text.value);
  target.textContent = "Copied";
});
for (const button of form.querySelectorAll("[data-line]")) button.addEventListener("click", () => add(button.dataset.line));

at("concede")?.addEventListener("change", ({ target }) => {
  if (target.value) add(`CONCEDE ${target.value}`);
  target.value = "";
});
for (const button of form.querySelectorAll("[data-vote]")) {
  button.addEventListener("click", () => {
    const [until, because] = [at("until"), at("because")];
    if (!until.value) return until.focus();
    // The page shows times in the reader's zone, and so it asks for them; the line says UTC.
    const moment = new Date(until.value).toISOString();
    const reason = because.value.trim();
    return add(`${button.dataset.vote} ${moment.slice(0, 10)} ${moment.slice(11, 16)} UTC${reason ? ` because ${reason}` : ""}`);
  });
}
at("away")?.addEventListener("click", () => {
  const [from, to] = [at("away-from"), at("away-to")];
  if (!from.value) return from.focus();
  return add(`SET ABSENCE ${from.value}${to.value && to.value !== from.value ? ` TO ${to.value}` : ""}`);
});

const press = at("press");
if (press) {
  const boxes = [...press.querySelectorAll("input")];
  const words = at("words");
  const address = (names) => {
    press.open = true;
    for (const box of boxes) box.checked = names.includes(box.value);
    words.focus();
  };
  for (const button of form.querySelectorAll("[data-to]")) button.addEventListener("click", () => address(button.dataset.to.split(", ")));
  at("write").addEventListener("click", () => {
    const names = boxes.filter((box) => box.checked).map((box) => box.value);
    if (!words.value.trim()) return words.focus();
    if (!names.length) return boxes[0].focus();
    add(`${names.includes("all") ? "BROADCAST" : `PRESS TO ${names.join(", ")}`}\n${words.value.trim()}\nENDPRESS`);
    words.value = "";
    return text.focus();
  });
}
