// Searches as one types: the same page as the form gives, fetched and put in place.

const WAIT_MS = 150;

const form = document.getElementById("search");
const field = form.querySelector("input[type=search]");
const results = document.getElementById("results");
const announcer = document.getElementById("announcer");
const isPreview = form.dataset.live === "preview";

let timer;
let request;
let shown = address();

/** Gives the address that the form would load. */
function address() {
  const query = new URLSearchParams(new FormData(form));
  for (const [name, value] of [...query]) {
    if (value.trim() === "" && name !== "query") {
      query.delete(name);
    }
  }
  return `${form.getAttribute("action")}?${query}`;
}

function clear() {
  results.replaceChildren();
  results.hidden = true;
  announcer.textContent = "";
}

function put(text) {
  const page = new DOMParser().parseFromString(text, "text/html");
  const found = page.getElementById("results");
  results.replaceChildren(...found.childNodes);
  results.hidden = false;
  announcer.textContent = results.querySelector("#results-summary").textContent;
}

async function search() {
  const wanted = address();
  if (wanted === shown) {
    return;
  }
  shown = wanted;
  // An answer to what was typed before must not come after this one.
  request?.abort();
  request = new AbortController();
  if (isPreview && field.value.trim() === "") {
    clear();
    return;
  }
  try {
    const answer = await fetch(wanted, { signal: request.signal, headers: { accept: "text/html" } });
    if (!answer.ok) {
      throw new Error(`the server answered ${answer.status}`);
    }
    const text = await answer.text();
    if (wanted !== shown) {
      return;
    }
    put(text);
    if (!isPreview) {
      history.replaceState(null, "", wanted);
    }
  } catch (error) {
    if (error.name !== "AbortError") {
      shown = "";
      announcer.textContent = "The search did not answer. Press Search to try again.";
    }
  }
}

form.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(search, WAIT_MS);
});
// Without this the Enter key would race the timer.
form.addEventListener("submit", () => {
  clearTimeout(timer);
  request?.abort();
});
