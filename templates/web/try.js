// A board of one's own: tap orders, place units; each change is a new address.
import { paint, provinceChoice, rowsIn, sizeButton, taps, tell, withOrder } from "./tap.js";

const MODES = [["orders", "Give orders"], ["A", "Place an army"], ["F", "Place a fleet"], ["away", "Take a unit away"]];
let mode = "orders";
let power = "";

const show = async (address, push = true) => {
  const answer = await fetch(address);
  if (!answer.ok) {
    tell("This cannot be shown", [], answer.status === 414 ? "The position is too long for an address." : "Try again in a moment.");
    return;
  }
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const focus = document.activeElement?.id;
  const { scrollLeft, scrollTop } = document.querySelector(".map") ?? {};
  document.querySelector("main").replaceWith(page.querySelector("main"));
  document.title = page.title;
  if (push) history.pushState({}, "", address);
  begin();
  Object.assign(document.querySelector(".map") ?? {}, { scrollLeft, scrollTop });
  if (focus) document.getElementById(focus)?.focus();
};

const form = () => document.querySelector("form.trial");
const address = (text) => `${form().getAttribute("action")}?${new URLSearchParams({ text: text.trim() })}`;

// The units on the board as lines, with one more or one less.
const withUnits = (text, places, change) => {
  const units = new Map();
  for (const { at, unit } of places) {
    if (!unit) continue;
    const [owner, name] = unit.split(": ");
    units.set(at, [owner, name]);
  }
  change(units);
  const lines = new Map();
  for (const [owner, name] of units.values()) lines.set(owner, [...(lines.get(owner) ?? []), name]);
  const rest = text.split("\n").filter((line) => line.trim() && !/^\s*(start\s*$|units\b)/i.test(line));
  const phase = rest.filter((line) => /^\s*(map|rules|phase)\b/i.test(line));
  const others = rest.filter((line) => !phase.includes(line)).filter((line) => {
    const subject = /^[^:]+: +(?:[AF]\d? )?([A-Z]{2,}(?:\/[A-Z]+)?)/i.exec(line);
    return !subject || /^\s*(centers|dislodged)/i.test(line) || units.has(subject[1].split("/")[0].toUpperCase());
  });
  const owners = form().dataset.powers.split(",").filter((owner) => lines.has(owner));
  const written = owners.map((owner) => `units ${owner}: ${lines.get(owner).join(", ")}`);
  return [...phase, ...written, ...others].join("\n");
};

const placing = (places, names, board) => async (at) => {
  const text = document.querySelector("#text").value;
  const put = (where) => show(address(withUnits(text, places, (units) => {
    units.delete(at);
    if (mode !== "away") units.set(at, [power, `${mode} ${where}`]);
  })));
  const province = (await board()).provinces.find((one) => one.at === at);
  const coasts = mode === "F" ? Object.keys(province?.fleets ?? {}) : [at];
  if (mode === "F" && !coasts.length) return tell(names.get(at), [], "No fleet can be here.");
  if (mode === "A" && province?.terrain === "sea") return tell(names.get(at), [], "No army can be here.");
  if (coasts.length < 2) return put(coasts[0] ?? at);
  return tell(names.get(at), coasts.map((where) => [where, () => put(where)]), "On which coast?");
};

const begin = () => {
  const figure = document.querySelector(".board");
  if (!figure) return;
  const places = rowsIn("#places");
  const names = new Map(places.map(({ at, name }) => [at, name]));
  let known;
  const board = async () => (known ??= await (await fetch(figure.dataset.board)).json());
  const area = document.querySelector("#text");
  const put = (owner, order) => show(address(withOrder(area.value, `${owner}: `, order)));
  const order = taps(rowsIn("#possible"), names, put);
  const place = placing(places, names, board);
  figure.addEventListener("click", (event) => {
    const at = event.target.closest(".area")?.dataset.at;
    if (at) (mode === "orders" ? order : place)(at);
  });

  const powers = form().dataset.powers.split(",");
  power = powers.includes(power) ? power : powers[0];
  const tools = document.createElement("div");
  tools.className = "tools";
  const choice = (id, label, options, value, act) => {
    const select = document.createElement("select");
    select.id = id;
    select.setAttribute("aria-label", label);
    for (const [name, text] of options) select.add(new Option(text, name, false, name === value));
    select.addEventListener("change", () => act(select.value));
    tools.append(select);
    return select;
  };
  choice("mode", "What a tap does", MODES, mode, (value) => {
    mode = value;
    paint({});
    owner.hidden = mode !== "A" && mode !== "F";
  });
  const owner = choice("power", "Power", powers.map((name) => [name, name]), power, (value) => { power = value; });
  owner.hidden = mode !== "A" && mode !== "F";
  tools.append(...provinceChoice(names, (at) => (mode === "orders" ? order : place)(at)));
  tools.prepend(sizeButton());
  document.querySelector("#told").before(tools);
  form().addEventListener("submit", (event) => {
    event.preventDefault();
    show(address(area.value));
  });
};

addEventListener("popstate", () => show(location.href, false));
begin();
