// Orders by tapping: a unit, then where it goes or whom it helps. Only possible orders are offered.

export const rowsIn = (id) => JSON.parse(document.querySelector(id).textContent);

export const element = (name, text, parent) => {
  const made = document.createElement(name);
  made.textContent = text;
  parent.append(made);
  return made;
};

const area = (at) => document.querySelectorAll(`.area[data-at="${at}"]`);

// Mark provinces by class; `anew` takes away the marks that are there.
export const paint = (marks, anew = true) => {
  for (const one of anew ? document.querySelectorAll(".hit, .near") : []) one.classList.remove("hit", "near");
  for (const [name, places] of Object.entries(marks)) {
    for (const at of places) area(at).forEach((one) => one.classList.add(name));
  }
};

// A button that shows the board larger, as it was chosen before; a phone is small for a finger.
let large = false;
export const sizeButton = () => {
  const button = document.createElement("button");
  button.type = "button";
  const set = () => {
    document.querySelector(".board .map").classList.toggle("large", large);
    button.textContent = large ? "Whole" : "Larger";
  };
  button.addEventListener("click", () => {
    large = !large;
    set();
  });
  set();
  return button;
};

// A list of provinces with a button, for keys. The list alone would act on each province that it
// passes.
export const provinceChoice = (names, act) => {
  const select = document.createElement("select");
  select.id = "place";
  select.setAttribute("aria-label", "A province");
  select.add(new Option("Choose a province …", ""));
  for (const [at, name] of [...names].sort((one, other) => one[1].localeCompare(other[1]))) select.add(new Option(name, at));
  const button = document.createElement("button");
  button.type = "button";
  button.id = "tap";
  button.textContent = "Tap it";
  button.addEventListener("click", () => select.value && act(select.value));
  return [select, button];
};

// Say something below the board, with a button for each choice.
export const tell = (head, choices, words = "") => {
  const told = document.querySelector("#told");
  told.replaceChildren();
  element("h2", head, told);
  if (words) element("p", words, told);
  if (!choices.length) return told;
  const box = element("div", "", told);
  box.className = "tools";
  for (const [text, act] of choices) {
    const button = element("button", text, box);
    button.type = "button";
    button.addEventListener("click", act);
  }
  return told;
};

// Return the function that takes a tap on a province; `put` gets the power and the order chosen.
export const taps = (possible, names, put) => {
  let chosen = null;
  const of = (at) => possible.filter(([, own]) => own === at);
  const others = (row) => row[3].split(" ").filter(Boolean);
  const done = (row) => {
    chosen = null;
    paint({});
    put(row[0], row[2]);
  };
  const buttons = (rows) => rows.map((row) => [row[2], () => done(row)]);

  const choose = (at) => {
    const rows = of(at);
    if (!rows.length) {
      chosen = null;
      paint({});
      tell(names.get(at) ?? at, [], "No order can be given here now.");
      return;
    }
    chosen = at;
    // An order without a province is for no unit: the waiver of a build.
    const free = possible.filter(([owner, own]) => !own && owner === rows[0][0]);
    const alone = [...rows.filter((row) => !others(row).length), ...free];
    paint({ hit: [at], near: new Set(rows.map((row) => others(row)[0]).filter(Boolean)) });
    const unit = rows[0][2].split(" ").slice(0, 2).join(" ");
    const more = rows.some((row) => others(row).length);
    tell(`${rows[0][0]}: ${unit}`, buttons(alone), more ? "Tap where it goes, or whom it helps." : "");
  };

  return (at) => {
    if (chosen === null) return choose(at);
    const alone = of(chosen).filter((row) => !others(row).length);
    if (at === chosen) {
      chosen = null;
      paint({});
      return tell(names.get(at) ?? at, buttons(alone));
    }
    // The unit goes there, or helps the unit that is there.
    const rows = of(chosen).filter((row) => others(row)[0] === at);
    if (!rows.length) return choose(at);
    if (rows.length === 1) return done(rows[0]);
    rows.sort((one, other) => others(one).length - others(other).length);
    paint({ hit: [chosen, at] });
    return tell(`${rows[0][2].split(" ").slice(0, 2).join(" ")} and ${names.get(at) ?? at}`, buttons(rows));
  };
};

// The unit of an order, or the province of a build.
const subject = (order) => {
  const words = order.split(" ");
  return words.length === 3 && words[2] === "B" ? `B ${words[1].split("/")[0]}` : words.slice(0, 2).join(" ");
};

// Return `text` with this order in place of any other to the same unit; `prefix` begins its line.
// Orders stand above press, in which no line is touched.
export const withOrder = (text, prefix, order) => {
  const same = (line) => line.startsWith(prefix) && subject(line.slice(prefix.length).trim()) === subject(order);
  let inside = false;
  const rows = text.split("\n").map((line) => {
    if (!inside && /^\s*(grey\s+)?(press|broadcast|note|diary\s+record)\b/i.test(line)) inside = true;
    const row = { line, inside };
    if (/^\s*end\s*(press|broadcast|note|diary)?\s*$/i.test(line)) inside = false;
    return row;
  });
  const kept = rows.filter((row) => row.inside || order === "WAIVE" || !same(row.line));
  const at = kept.findIndex((row) => row.inside);
  const [before, after] = at < 0 ? [kept, []] : [kept.slice(0, at), kept.slice(at)];
  while (before.length && !before[before.length - 1].line.trim()) before.pop();
  return [...before, { line: `${prefix}${order}` }, ...(after.length ? after : [{ line: "" }])].map(({ line }) => line).join("\n");
};
