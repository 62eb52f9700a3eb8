// Tap a province: what happened there, and who may go there.
import { element, paint, provinceChoice, rowsIn, sizeButton, tell } from "./tap.js";

const figure = document.querySelector(".board");
const places = rowsIn("#places");
const known = new Map(places.map((place) => [place.at, place]));
let board;
let shown;

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

const show = async (at) => {
  shown = at;
  const place = known.get(at);
  const facts = [place?.owner && `Owned by ${place.owner}.`, place?.unit && `There stands ${place.unit}.`];
  const told = tell(place ? `${place.name} (${at})` : at, [], facts.filter(Boolean).join(" "));
  const rows = [...document.querySelectorAll(`.orders li[data-places~="${at}"]`)];
  const list = element("ul", "", told);
  for (const row of rows) {
    const power = row.closest(".power").querySelector("h3").firstChild.nextSibling?.textContent ?? "";
    element("li", `${power.trim()}: ${row.textContent.trim()}`, list);
  }
  if (!rows.length) list.remove();
  paint({ hit: [at] });
  for (const row of rows) row.classList.add("hit");
  const near = await comers(at);
  if (shown !== at) return; // another province was tapped meanwhile
  paint({ near: near.map(({ at: from }) => from) }, false);
  element("p", near.length ? `May go there now: ${near.map(({ unit }) => unit).join("; ")}.` : "No unit may go there now, except by convoy.", told);
};

figure.addEventListener("click", (event) => {
  const area = event.target.closest(".area");
  if (area) show(area.dataset.at);
});

const tools = document.createElement("div");
tools.className = "tools";
tools.append(sizeButton(), ...provinceChoice(new Map(places.map(({ at, name }) => [at, name])), show));
document.querySelector("#told").before(tools);
