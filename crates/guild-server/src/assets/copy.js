// Copies a text in one click, and says so to everybody.

const announcer = document.getElementById("announcer");

/** Copies by the old way, which works without a secure address. */
function copySelected(text) {
  const field = document.createElement("textarea");
  field.value = text;
  field.setAttribute("aria-hidden", "true");
  field.className = "unseen-label";
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  return isCopied;
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

/** Selects the text, so that a person can copy it by hand. */
function select(element) {
  const range = document.createRange();
  range.selectNodeContents(element);
  const selection = getSelection();
  selection.removeAllRanges();
  selection.addRange(range);
}

function said(button, source, isCopied) {
  if (!isCopied) {
    select(source);
    return "The browser does not allow copying. The text is selected: copy it with your keyboard.";
  }
  const hasOpenFolder = source.querySelector(".open") !== null;
  return hasOpenFolder
    ? `${button.dataset.copied}. Put your assistant's folder where it says {skills_folder}.`
    : `${button.dataset.copied}.`;
}

async function onClick(button) {
  const source = document.getElementById(button.dataset.copy);
  const isCopied = await copy(source.textContent.replace(/\n+$/, ""));
  button.focus();
  announcer.textContent = "";
  announcer.textContent = said(button, source, isCopied);
  button.textContent = isCopied ? "Copied" : "Selected";
  clearTimeout(button.timer);
  button.timer = setTimeout(() => {
    button.textContent = "Copy";
  }, 2500);
}

for (const button of document.querySelectorAll("button[data-copy]")) {
  button.hidden = false;
  button.addEventListener("click", () => onClick(button));
}
