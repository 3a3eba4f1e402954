// Searches a catalog that is made of files: the list of all skills is loaded once, and looked through here.

const WAIT_MS = 150;
/** More are not looked through by anybody. */
const MOST = 100;

const form = document.getElementById("search");
const field = form.querySelector("input[type=search]");
const pack = form.querySelector("select[name=pack]");
const results = document.getElementById("results");
const announcer = document.getElementById("announcer");
const isPreview = form.dataset.live === "preview";
const index = new URL(form.dataset.index, location.href);
const root = new URL("../../", index);
/** What the page shows without a word to search for. */
const all = [...results.childNodes];

let timer;
let loading;

function words(text) {
  return text.toLowerCase().split(/[^\p{L}\p{N}]+/u).filter(Boolean);
}

async function load() {
  const answer = await fetch(index);
  if (!answer.ok) {
    throw new Error(`the list of skills answered ${answer.status}`);
  }
  const list = await answer.json();
  return list.items.map((skill) => ({
    skill,
    parts: [
      [4, words(skill.name)],
      [4, words(skill.title)],
      [1, words(`${skill.summary} ${skill.packLabel}`)],
    ],
  }));
}

/** Tells how well a skill fits; 0 when one of the words is in none of its parts. */
function score(parts, wanted) {
  let sum = 0;
  for (const word of wanted) {
    let best = 0;
    for (const [weight, known] of parts) {
      if (known.includes(word)) {
        best = Math.max(best, 2 * weight);
      } else if (known.some((one) => one.startsWith(word))) {
        best = Math.max(best, weight);
      }
    }
    if (best === 0) {
      return 0;
    }
    sum += best;
  }
  return sum;
}

function element(tag, className, ...content) {
  const made = document.createElement(tag);
  if (className) {
    made.className = className;
  }
  made.append(...content);
  return made;
}

function link(path, text) {
  const made = element("a", "", text);
  made.href = new URL(path, root).href;
  return made;
}

/** Shows what stands in backticks as code, and all else as it is. */
function prose(text) {
  return text.split(/`([^`]+)`/).map((part, at) => (at % 2 ? element("code", "", part) : part));
}

function entry(skill) {
  const facts = element("p", "entry-facts", element("code", "", skill.name), " ", element("span", "figures", skill.version), " ");
  facts.append(link(`packs/${encodeURIComponent(skill.pack)}/`, skill.packLabel));
  if (skill.isDerived) {
    facts.append(" ", element("span", "stamp", "Derived"));
  }
  return element(
    "li",
    "entry",
    element("h3", "entry-title", link(`skills/${encodeURIComponent(skill.name)}/`, skill.title)),
    element("p", "entry-summary", ...prose(skill.summary)),
    facts,
  );
}

function show(found, text) {
  const count = found.length === 1 ? "1 skill" : `${found.length} skills`;
  const said = found.length === 0 ? `Nothing found for “${text}”.` : text === "" ? `${count}, by name.` : `${count} for “${text}”.`;
  const heading = element("h2", "results-summary", said);
  heading.id = "results-summary";
  const list =
    found.length === 0
      ? element("p", "empty", "Try fewer or other words, or look through ", link("search/", "all skills"), ".")
      : element("ol", "entries", ...found.slice(0, MOST).map(entry));
  results.replaceChildren(heading, list);
  results.hidden = false;
  announcer.textContent = said;
}

async function search() {
  const text = field.value.trim();
  const chosen = pack?.value ?? "";
  if (text === "" && chosen === "") {
    results.replaceChildren(...all);
    results.hidden = isPreview;
    announcer.textContent = "";
    return;
  }
  try {
    loading ??= load();
    const skills = await loading;
    if (text !== field.value.trim()) {
      return;
    }
    const wanted = words(text);
    const found = skills
      .filter(({ skill }) => chosen === "" || skill.pack === chosen)
      .map(({ skill, parts }) => ({ skill, fit: wanted.length === 0 ? 1 : score(parts, wanted) }))
      .filter(({ fit }) => fit > 0)
      .sort((one, other) => other.fit - one.fit || (one.skill.name < other.skill.name ? -1 : 1));
    show(found.map(({ skill }) => skill), text);
  } catch {
    loading = undefined;
    announcer.textContent = "The list of skills could not be loaded. Press Search to try again.";
  }
}

form.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(search, WAIT_MS);
});

form.addEventListener("submit", (event) => {
  // The page of all skills reads the words from its address; there nothing has to be loaded for them.
  if (!isPreview) {
    event.preventDefault();
    clearTimeout(timer);
    const asked = new URLSearchParams(new FormData(form));
    history.replaceState(null, "", `?${asked}`);
    search();
  }
});

const asked = new URLSearchParams(location.search);
field.value = asked.get("query") ?? "";
if (pack && [...pack.options].some((option) => option.value === asked.get("pack"))) {
  pack.value = asked.get("pack");
}
if (field.value !== "" || pack?.value) {
  search();
}
