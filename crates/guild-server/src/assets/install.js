// Fits the Install block to the chosen assistant, and keeps the choice.

const KEY = "guildhall.assistant";
const PLACEHOLDER = "{skills_folder}";

const block = document.querySelector("[data-install]");
const select = block.querySelector("select");
const levels = [...block.querySelectorAll("input[name=level]")];
const announcer = document.getElementById("announcer");

function level() {
  return levels.find((radio) => radio.checked).value;
}

function setLevel(value) {
  for (const radio of levels) {
    radio.checked = radio.value === value;
  }
}

/** Gives what was chosen on another page or another day; nothing where the browser keeps nothing. */
function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

function keep() {
  try {
    localStorage.setItem(KEY, JSON.stringify({ assistant: select.value, level: level() }));
  } catch {
    // A browser that keeps nothing still shows what was chosen.
  }
}

function fill(selector, text) {
  for (const element of block.querySelectorAll(selector)) {
    element.textContent = text;
  }
}

/** Shows the options of `guild install`, none of them broken at its hyphens. */
function showFlags(text) {
  const words = text.split(/(?<= )|(?= )/).map((word) => {
    if (!word.startsWith("--")) {
      return word;
    }
    const span = document.createElement("span");
    span.className = "word";
    span.textContent = word;
    return span;
  });
  for (const element of block.querySelectorAll("[data-flags]")) {
    element.replaceChildren(...words);
  }
}

function show() {
  const option = select.selectedOptions[0];
  // Some assistants read no folder of the person's own.
  const isProjectOnly = option.value !== "" && option.dataset.user === "";
  levels.find((radio) => radio.value === "user").disabled = isProjectOnly;
  if (isProjectOnly) {
    setLevel("project");
  }
  const folder = option.dataset[level()];
  fill("[data-folder]", folder || PLACEHOLDER);
  for (const element of block.querySelectorAll("[data-folder]")) {
    element.classList.toggle("open", !folder);
  }
  showFlags(option.value ? ` --assistant ${option.value} --${level()}` : "");
  return folder;
}

function onChange() {
  const folder = show();
  keep();
  announcer.textContent = folder
    ? `The commands now install into ${folder}.`
    : "The commands now leave the skills folder open.";
}

function start() {
  block.querySelector("[data-without-script]").hidden = true;
  block.querySelector("form").hidden = false;
  if ("baseAssumed" in block.dataset) {
    fill("[data-base]", location.origin);
  }
  const choice = kept();
  const isInAddress = new URLSearchParams(location.search).has("assistant");
  const isKnown = [...select.options].some((option) => option.value === choice.assistant);
  if (!isInAddress && isKnown) {
    select.value = choice.assistant;
    setLevel(choice.level === "project" ? "project" : "user");
  }
  show();
  block.querySelector("form").addEventListener("change", onChange);
  block.querySelector("form").addEventListener("submit", (event) => event.preventDefault());
}

start();
