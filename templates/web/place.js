// One's own place: tap orders, or choose a line; the text of the letter grows.
import { rowsIn, taps, tell, withOrder } from "./tap.js";

const form = document.querySelector("form.letter");
const text = form.querySelector("textarea");
const mail = form.querySelector("a.mail");
const told = () => { mail.href = `${mail.href.split("?")[0]}?body=${encodeURIComponent(text.value)}`; };
const put = (line) => {
  text.value = line;
  text.dispatchEvent(new Event("input"));
};
text.addEventListener("input", told);
for (const select of form.querySelectorAll("select")) select.disabled = true;

const figure = document.querySelector(".board");
if (figure) {
  const places = rowsIn("#places");
  const names = new Map(places.map(({ at, name }) => [at, name]));
  const tap = taps(rowsIn("#possible"), names, (_, order) => {
    put(withOrder(text.value, "", order));
    tell(order, [["Undo", () => put(text.value.split("\n").filter((line) => line !== order).join("\n"))]], "It stands in your letter now. Send it when all is there.");
  });
  figure.addEventListener("click", (event) => {
    const at = event.target.closest(".area")?.dataset.at;
    if (at) tap(at);
  });
  const select = document.createElement("select");
  select.setAttribute("aria-label", "A province");
  select.add(new Option("Choose a province …", ""));
  for (const [at, name] of [...names].sort((one, other) => one[1].localeCompare(other[1]))) select.add(new Option(name, at));
  select.addEventListener("change", () => select.value && tap(select.value));
  document.querySelector("#told").before(select);
}

const lines = document.createElement("div");
lines.className = "tools";
const add = (label, line) => {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = label;
  button.addEventListener("click", () => {
    put(`${text.value.trimEnd()}\n${line}\n`.trimStart());
    text.focus();
  });
  lines.append(button);
};
for (const word of ["READY", "WAIT", "PREVIEW"]) add(word, word);
const others = form.dataset.others.split(",").filter(Boolean);
add("Press to all", "BROADCAST\n\nENDPRESS");
if (others.length) add("Press to one", `PRESS TO ${others[0]}\n\nENDPRESS`);
text.before(lines);
