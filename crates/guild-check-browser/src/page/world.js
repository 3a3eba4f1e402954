// Runs in a world of its own in each frame, before the page's scripts: the page cannot see it or change it.
(() => {
  'use strict';
  if (globalThis.guild) return;

  // Nobody sees soft hyphens and spaces without a width.
  const fold = (text) => (text ?? '').replace(/[\u00AD\u200B]/g, '').replace(/\s+/g, ' ').trim();
  const cut = (text, length) => (text.length > length ? text.slice(0, length) + '…' : text);

  // Closed shadow roots by their hosts. They show themselves to no script, this one neither: the browser names them.
  const closed = new WeakMap();
  const inner = (element) => element.shadowRoot ?? closed.get(element) ?? null;

  // The change of the document that the browser named them at, the one that it was asked at, and whether it did just now.
  let namedAt = null;
  let askedAt = null;
  let isNamed = false;

  // Does something with the closed shadow roots at hand, whatever the page does meanwhile.
  function knowing(named, act) {
    for (const root of named) closed.set(root.host, root);
    isNamed = true;
    try {
      return act();
    } finally {
      isNamed = false;
      namedAt = askedAt;
    }
  }

  // In a larger document the browser takes seconds to name them: there only those that are known are looked into.
  const MOST_ELEMENTS = 20000;
  const isSmall = () => document.getElementsByTagName('*').length <= MOST_ELEMENTS;

  // What may have a closed shadow root: an element of the page's own making, and a box that seems empty. That a box has
  // content as well, which its root puts elsewhere, or that a line of text has a root, is not thought of: nearly each page
  // would have to be asked about, and that takes as long as the question itself.
  const BOXES = /^(article|aside|body|div|footer|header|main|nav|section)$/;
  const isEmpty = (element) => !element.firstElementChild && !/\S/.test(element.textContent);
  const mayHide = (element) => element.localName.includes('-') || (BOXES.test(element.localName) && isEmpty(element));

  // The document and all shadow roots. Where there may be closed ones, who asks after a change is refused: the browser
  // has to name them first.
  function roots() {
    const now = lastChange().name;
    const isNew = !isNamed && now !== namedAt;
    let isDoubtful = false;
    const found = [document];
    for (let index = 0; index < found.length; index += 1) {
      const walker = document.createTreeWalker(found[index], NodeFilter.SHOW_ELEMENT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const root = inner(node);
        if (root) found.push(root);
        else isDoubtful ||= isNew && mayHide(node);
      }
    }
    if (isDoubtful && isSmall()) {
      askedAt = now;
      throw new Error('closed shadow roots are to be named');
    }
    return found;
  }

  const size = () => roots().reduce((count, root) => count + root.querySelectorAll('*').length, 0);

  const SILENT = new Set(['SCRIPT', 'STYLE', 'NOSCRIPT', 'TEMPLATE', 'HEAD']);

  // The smallest elements whose text fits.
  function smallest(node, fits, found) {
    let isDeeper = false;
    for (const child of node.children ?? []) {
      if (!SILENT.has(child.tagName) && fits(words(child))) {
        isDeeper = true;
        smallest(child, fits, found);
      }
    }
    if (!isDeeper && node instanceof Element) found.push(node);
  }

  // The text below a node without what no reader is meant to see: scripts and styles hold words too.
  function plain(node) {
    if (!node.querySelector?.('script,style,noscript,template')) return node.textContent;
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (one) =>
      SILENT.has(one.tagName) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
    );
    let text = '';
    for (let one = walker.nextNode(); one; one = walker.nextNode()) if (one instanceof Text) text += one.data;
    return text;
  }

  function words(element) {
    const isButton = element instanceof HTMLInputElement && ['submit', 'button', 'reset'].includes(element.type);
    return fold(isButton ? element.value : plain(element));
  }

  function byText(text) {
    const wanted = fold(text);
    const search = (fits) => {
      const found = [];
      for (const root of roots()) {
        const top = root === document ? document.body : root;
        if (top && fits(fold(plain(top)))) smallest(top, fits, found);
        // The words of a button are not text of the page.
        const buttons = root.querySelectorAll('input[type=submit],input[type=button],input[type=reset]');
        for (const button of buttons) if (fits(words(button)) && !found.includes(button)) found.push(button);
      }
      const seen = found.filter(isVisible);
      return seen.length ? seen : found;
    };
    const holding = search((all) => all.includes(wanted));
    const equal = holding.filter((element) => words(element) === wanted);
    return equal.length ? equal : holding;
  }

  function matches(target, given) {
    if (target.selector !== undefined) return roots().flatMap((root) => [...root.querySelectorAll(target.selector)]);
    if (target.text !== undefined) return byText(target.text);
    return given;
  }

  function isVisible(element) {
    if (!element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })) return false;
    if (getComputedStyle(element).display === 'contents') {
      const range = document.createRange();
      range.selectNodeContents(element);
      return isArea(range.getBoundingClientRect());
    }
    return isArea(element.getBoundingClientRect());
  }

  const isArea = (box) => box.width > 0 && box.height > 0;
  const control = (element) => element.closest('button,input,select,textarea,option') ?? element;
  const isDisabled = (element) =>
    control(element).matches(':disabled') || element.closest('[aria-disabled="true"]') !== null;

  // What has the focus in the root that an element is in: the element knows it, closed or not.
  const active = (element) => element.getRootNode().activeElement ?? null;
  const isFocused = (element) => active(element) === element && !inner(element)?.activeElement;

  // What an element is called in a report: `button#save "Save"`.
  function outline(element) {
    let name = element.localName;
    if (element.id) name += `#${element.id}`;
    else for (const one of [...element.classList].slice(0, 2)) name += `.${one}`;
    for (const attribute of ['type', 'name']) {
      const value = element.getAttribute(attribute);
      if (value && !element.id) name += `[${attribute}=${value}]`;
    }
    const label = words(element) || fold(element.getAttribute('aria-label')) || fold(element.getAttribute('placeholder'));
    return cut(label ? `${name} "${cut(label, 40)}"` : name, 120);
  }

  // What the author named an element by, best first.
  function handles(element) {
    const found = element.id ? [`#${CSS.escape(element.id)}`] : [];
    for (const name of ['data-testid', 'data-test', 'name', 'aria-label', 'href']) {
      const value = element.getAttribute(name);
      // No query: it may carry a secret.
      if (value && value.length <= 60 && !/["\\`?\n]/.test(value)) found.push(`${CSS.escape(element.localName)}[${name}="${value}"]`);
    }
    return found;
  }

  // A selector that matches this element and no other, of names as far as there are any; empty if there is none.
  function selector(element) {
    const all = roots();
    const isOnly = (text) => {
      const found = all.flatMap((root) => [...root.querySelectorAll(text)]);
      return found.length === 1 && found[0] === element;
    };
    const own = handles(element).find(isOnly);
    if (own) return own;
    let path = '';
    for (let node = element; node && node !== document.documentElement; node = node.parentElement) {
      const same = [...(node.parentElement?.children ?? [])].filter((one) => one.localName === node.localName);
      const place = same.length > 1 ? `:nth-of-type(${same.indexOf(node) + 1})` : '';
      const step = CSS.escape(node.localName) + place;
      path = path ? `${step} > ${path}` : step;
      if (isOnly(path)) return path;
      const named = node.parentElement ? handles(node.parentElement).map((name) => `${name} > ${path}`).find(isOnly) : undefined;
      if (named) return named;
    }
    return '';
  }

  // What the page keeps of who is signed in: what a script may read, and nobody else is to be told.
  function kept() {
    const values = document.cookie.split('; ').map((cookie) => cookie.slice(cookie.indexOf('=') + 1));
    for (const name of ['localStorage', 'sessionStorage']) {
      try {
        values.push(...Object.values(globalThis[name]));
      } catch {
        // The page may not have one.
      }
    }
    for (const root of roots()) for (const field of root.querySelectorAll('input[type=password],input[type=hidden]')) values.push(field.value);
    return values.filter((value) => value.length >= 8);
  }

  const shown = (element) => fold(isVisible(element) ? element.innerText ?? plain(element) : plain(element));

  // What there is to know of the elements that match.
  function facts(target, attribute, ...given) {
    const found = matches(target, given);
    return {
      count: found.length,
      elements: found.slice(0, 50).map((element) => ({
        outline: outline(element),
        isVisible: isVisible(element),
        isDisabled: isDisabled(element),
        isFocused: isFocused(element),
        isChecked: element.checked === true || element.getAttribute('aria-checked') === 'true',
        isPassword: element.type === 'password',
        text: cut(shown(element) || words(element), 2000),
        value: cut(String(element.value ?? (element.isContentEditable ? shown(element) : '')), 2000),
        choice: element instanceof HTMLSelectElement ? [...element.selectedOptions].map((option) => fold(option.label)).join(', ') : null,
        attribute: attribute === null ? null : element.getAttribute(attribute),
      })),
    };
  }

  // The next picture; a tab that is not shown draws none, so a moment will do as well.
  const frame = (longest = 100) =>
    new Promise((resolve) => {
      requestAnimationFrame(() => resolve(true));
      setTimeout(() => resolve(false), longest);
    });

  async function frames(count) {
    for (let index = 0; index < count; index += 1) await frame();
  }

  // The end of the next picture: all callbacks of its frame have run, the page's too, and it is laid out and painted.
  // A busy machine takes its time for one: says whether there was one.
  const drawn = () =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        resolve(true);
      };
      requestAnimationFrame(() => port2.postMessage(null));
      setTimeout(() => resolve(false), document.hidden ? 100 : 500);
    });

  // The change of the document that was seen last, with a name that no other one has: the browser keeps count of changes
  // for XPath. A style that a script sets on an element is none, and is observed.
  let known = null;
  let change = null;
  let styled = 0;
  function lastChange() {
    if (!known) {
      const styles = new MutationObserver(() => {
        styled = performance.now();
      });
      styles.observe(document, { subtree: true, attributeFilter: ['style'] });
    }
    if (!known || known.invalidIteratorState) {
      known = document.evaluate('/*', document, null, XPathResult.UNORDERED_NODE_ITERATOR_TYPE, null);
      change = { name: String(Math.random()), at: performance.now() };
    }
    return change;
  }

  // What is done in two frames is done after this time, whatever the order of their callbacks.
  const TWO_FRAMES = 50;
  const isAtRest = () => performance.now() - Math.max(lastChange().at, styled) > TWO_FRAMES;

  // Until the page has drawn what changed: a frame later more may come of it.
  async function settled() {
    const wasAtRest = isAtRest();
    const isDrawn = await drawn();
    if (!isDrawn || !wasAtRest || !isAtRest()) await drawn();
  }

  // A point of the element that is in the viewport.
  function point(element) {
    for (const box of element.getClientRects()) {
      const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)];
      const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)];
      if (right - left > 0.5 && bottom - top > 0.5) return { x: (left + right) / 2, y: (top + bottom) / 2 };
    }
    return null;
  }

  // What is at a point. The closed shadow roots around the element need no name: it knows them.
  function at({ x, y }, element) {
    for (let root = element?.getRootNode(); root instanceof ShadowRoot; root = root.host.getRootNode()) closed.set(root.host, root);
    let hit = document.elementFromPoint(x, y);
    while (hit && inner(hit)) {
      const deeper = inner(hit).elementFromPoint(x, y);
      if (!deeper || deeper === hit) break;
      hit = deeper;
    }
    return hit;
  }

  const above = (node) => node.assignedSlot ?? node.parentElement ?? node.getRootNode().host ?? null;

  // A click on `hit` is one on the element: it is a part of it, its label, or the button around it.
  function reaches(element, hit) {
    for (let node = hit; node; node = above(node)) if (node === element) return true;
    const label = hit?.closest?.('label');
    if (label && label.control === element) return true;
    const around = element.closest('button,a[href],label,[role=button],[role=link]');
    return around !== null && around === hit;
  }

  const isSame = (one, other) =>
    ['left', 'top', 'width', 'height'].every((side) => Math.abs(one[side] - other[side]) < 0.25);

  // Whether an animation goes on around an element.
  function isAnimated(element) {
    const roots = new Set();
    for (let node = element; node; node = above(node)) roots.add(node.getRootNode());
    const isRunning = (animation) => animation.pending || animation.playState === 'running';
    return [...roots].some((root) => root.getAnimations?.().some(isRunning));
  }

  // Why an element is not known to stay where it is; null if it does. What a script moves with each frame has moved when
  // a whole one is over; where something changed just before, there is another one, as what begins to move may do so with
  // the second. Animations are looked at from within a frame on: before it their time may be that of one to come.
  async function unrest(element) {
    const wasAnimated = isAnimated(element);
    if (wasAnimated && !(await frame(500)) && !document.hidden) return 'UNDRAWN';
    const before = element.getBoundingClientRect();
    const isThere = () => isSame(before, element.getBoundingClientRect());
    const wasAtRest = isAtRest();
    const since = document.timeline.currentTime;
    // On a busy machine frames come close upon each other: what is animated has hardly moved meanwhile.
    for (let frames = 0; frames < 5; frames += 1) {
      if (!(await drawn()) && !document.hidden) return 'UNDRAWN';
      if (!isThere()) return 'MOVING';
      if (!wasAnimated || document.timeline.currentTime - since > 8) break;
    }
    if (!wasAtRest || !isAtRest()) await drawn();
    return isThere() && isAnimated(element) === wasAnimated ? null : 'MOVING';
  }

  const TYPED = ['text', 'search', 'email', 'tel', 'url', 'password', 'number'];

  // How a field is filled: by typing, at once, or not at all.
  function field(element) {
    if (element instanceof HTMLTextAreaElement) return 'TYPED';
    if (element instanceof HTMLInputElement) {
      if (TYPED.includes(element.type)) return 'TYPED';
      const isNone = ['checkbox', 'radio', 'file', 'button', 'submit', 'reset', 'image', 'hidden'].includes(element.type);
      return isNone ? null : 'AT_ONCE';
    }
    return element.isContentEditable ? 'TYPED' : null;
  }

  const TICKED = ['checkbox', 'radio', 'switch', 'menuitemcheckbox', 'menuitemradio'];

  // Whether an element has a state to check or uncheck.
  const isTicked = (element) =>
    (element instanceof HTMLInputElement && TICKED.includes(element.type)) ||
    TICKED.includes(element.getAttribute('role')) ||
    element.hasAttribute('aria-checked');

  // Whether the one element that matches can be acted on now, and where; otherwise why not.
  async function ready(kind, target, ...given) {
    const found = matches(target, given);
    const candidates = found.slice(0, 5).map(outline);
    if (found.length !== 1) return { state: found.length ? 'SEVERAL' : 'NONE', count: found.length, candidates };
    let [element] = found;
    guild.held = element;
    const isFile = element instanceof HTMLInputElement && element.type === 'file';
    if (kind === 'UPLOAD' && isFile) return { state: isDisabled(element) ? 'DISABLED' : 'FILE_INPUT', candidates };
    if (kind === 'CHECK' && !isTicked(element)) return { state: 'NO_TICK', candidates };
    const isChecked = element.checked === true || element.getAttribute('aria-checked') === 'true';
    // A control that a style hides is worked by its label.
    if (kind === 'CHECK' && !isVisible(element) && element.labels?.length) element = element.labels[0];
    if (kind !== 'SCROLL' && !isVisible(element)) return { state: 'HIDDEN', candidates };
    let place = point(element);
    if (kind === 'SCROLL' || kind === 'FOCUS' || !place || !reaches(element, at(place, element))) {
      element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    }
    const moves = await unrest(element);
    if (!element.isConnected) return { state: 'DETACHED', candidates };
    if (moves) return { state: moves, candidates };
    if (kind === 'SCROLL' || kind === 'FOCUS') return { state: 'READY', candidates };
    if (kind !== 'HOVER' && isDisabled(element)) return { state: 'DISABLED', candidates };
    if (kind === 'FILL' && !field(element)) return { state: 'NO_FIELD', candidates };
    if (kind === 'FILL' && (element.readOnly || element.getAttribute('aria-readonly') === 'true')) {
      return { state: 'READ_ONLY', candidates };
    }
    place = point(element);
    if (!place) return { state: 'OUTSIDE', candidates };
    const hit = at(place, element);
    if (!reaches(element, hit)) return { state: 'COVERED', by: hit ? outline(hit) : 'nothing', candidates };
    return { state: 'READY', ...place, field: field(element), isChecked, isSelect: element instanceof HTMLSelectElement, candidates };
  }

  // Where a point of a frame is in the document that holds the frame; null if something covers it there.
  async function inside(owner, x, y) {
    owner.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
    const begin = offset(owner);
    const place = { x: begin.x + x, y: begin.y + y };
    return at(place) === owner ? place : null;
  }

  // Where the content of a frame begins in the document that holds it.
  function offset(owner) {
    const box = owner.getBoundingClientRect();
    const style = getComputedStyle(owner);
    return {
      x: box.left + owner.clientLeft + parseFloat(style.paddingLeft),
      y: box.top + owner.clientTop + parseFloat(style.paddingTop),
    };
  }

  // Selects all that stands in the field that was made ready, so that what is typed takes its place.
  function selectAll() {
    const element = guild.held;
    if (active(element) !== element) element.focus();
    if (element.select) element.select();
    else getSelection().selectAllChildren(element);
    return Boolean(fold(element.value ?? element.textContent)) || Boolean(element.value);
  }

  function focus() {
    guild.held.focus();
    return guild.held.contains(active(guild.held));
  }

  const tell = (element, ...kinds) => {
    for (const kind of kinds) element.dispatchEvent(new Event(kind, { bubbles: true, composed: true }));
  };

  // For fields that nobody types into letter by letter: dates, colours, ranges.
  function setValue(value) {
    const element = guild.held;
    element.focus();
    element.value = value;
    tell(element, 'input', 'change');
    return element.value;
  }

  // What such a field takes, in words.
  function taken() {
    const { type, min, max, step } = guild.held;
    const forms = { date: '2026-11-22', 'datetime-local': '2026-11-22T10:30', time: '10:30', month: '2026-11', week: '2026-W47', color: '#1a73e8' };
    if (type === 'range') return `numbers from ${min || 0} to ${max || 100} in steps of ${step || 1}`;
    return forms[type] ? `the form "${forms[type]}"` : 'another form';
  }

  // Chooses an option by its words or its value.
  function choose(wanted) {
    const options = [...guild.held.options];
    const option =
      options.find((one) => fold(one.label) === fold(wanted)) ?? options.find((one) => one.value === wanted);
    if (!option || option.disabled) return { isChosen: false, options: options.slice(0, 20).map((one) => fold(one.label)) };
    guild.held.focus();
    if (!option.selected) {
      option.selected = true;
      tell(guild.held, 'input', 'change');
    }
    return { isChosen: true, options: [] };
  }

  const isChecked = () =>
    guild.held.checked === true || guild.held.getAttribute('aria-checked') === 'true';

  globalThis.guild = {
    held: null, document: () => document, element: () => guild.held, matches, facts, ready, inside, offset, selectAll, focus, setValue, taken, choose, isChecked,
    frames, drawn, settled, lastChange, fold, cut, knowing, inner, roots, size, outline, selector, kept, isVisible,
    first: (target, ...given) => matches(target, given)[0] ?? null, title: () => document.title,
  };
})();
