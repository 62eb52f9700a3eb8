// Tap a province: what happened there, and who may go there.
const figure = document.querySelector(".board");
const told = document.querySelector("#told");
const places = JSON.parse(document.querySelector("#places").textContent);
const known = new Map(places.map((place) => [place.at, place]));
let board;

const element = (name, text, parent) => {
  const made = document.createElement(name);
  made.textContent = text;
  parent.append(made);
  return made;
};

const clear = () => {
  for (const one of document.querySelectorAll(".hit, .near")) one.classList.remove("hit", "near");
};

// The units that may come to `at`, by the board of the variant.
const comers = async (at) => {
  board ??= await (await fetch(figure.dataset.board)).json();
  const bare = (place) => place.split("/")[0];
  return places.filter(({ at: from, unit }) => {
    const here = unit && board.provinces.find((province) => province.at === from);
    if (!here || from === at) return false;
    const [kind, where] = unit.split(": ").pop().split(" ");
    const reach = kind.startsWith("A") ? here.armies : here.fleets[where] ?? [];
    return reach.some((to) => bare(to) === at);
  });
};

export const show = async (at) => {
  clear();
  const place = known.get(at);
  for (const area of document.querySelectorAll(`.area[data-at="${at}"]`)) area.classList.add("hit");
  told.replaceChildren();
  element("h2", place ? `${place.name} (${at})` : at, told);
  const facts = place ? [place.owner && `Owned by ${place.owner}.`, place.unit && `There stands ${place.unit}.`] : [];
  if (facts.some(Boolean)) element("p", facts.filter(Boolean).join(" "), told);
  const rows = [...document.querySelectorAll(`.orders li[data-places~="${at}"]`)];
  if (rows.length) {
    const list = element("ul", "", told);
    for (const row of rows) {
      row.classList.add("hit");
      const power = row.closest(".power").querySelector("h3").firstChild.nextSibling?.textContent ?? "";
      element("li", `${power.trim()}: ${row.textContent.trim()}`, list);
    }
  }
  const near = await comers(at);
  for (const { at: from } of near) document.querySelector(`.area[data-at="${from}"]`)?.classList.add("near");
  element("p", near.length ? `May go there now: ${near.map(({ unit }) => unit).join("; ")}.` : "No unit may go there now, except by convoy.", told);
};

figure.addEventListener("click", (event) => {
  const area = event.target.closest(".area");
  if (area) show(area.dataset.at);
});

const tools = document.createElement("div");
tools.className = "tools";
const larger = element("button", "Larger", tools);
larger.type = "button";
larger.addEventListener("click", () => {
  const large = figure.querySelector(".map").classList.toggle("large");
  larger.textContent = large ? "Whole" : "Larger";
});
const choice = element("select", "", tools);
choice.setAttribute("aria-label", "A province");
element("option", "Choose a province …", choice).value = "";
for (const place of [...places].sort((one, other) => one.name.localeCompare(other.name))) element("option", place.name, choice).value = place.at;
choice.addEventListener("change", () => choice.value && show(choice.value));
told.before(tools);
