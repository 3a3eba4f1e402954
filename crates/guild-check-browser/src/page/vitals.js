// Measures Core Web Vitals as the field defines them, from before the page's first script on.
(() => {
  'use strict';
  if (guild.vitals) return;

  let hiddenAt = document.visibilityState === 'hidden' ? 0 : Infinity;
  addEventListener('visibilitychange', (event) => {
    if (document.visibilityState === 'hidden') hiddenAt = Math.min(hiddenAt, event.timeStamp);
  }, true);

  // The last paint that was the largest, until the first input; a page that was prepared ahead begins when it is shown.
  let lcp = null;
  let isFinal = false;
  const begun = () => performance.getEntriesByType('navigation')[0]?.activationStart ?? 0;
  const painted = (entries) => {
    for (const entry of entries) {
      if (!isFinal && entry.startTime < hiddenAt) lcp = Math.max(entry.startTime - begun(), 0);
    }
  };
  for (const kind of ['keydown', 'click']) {
    addEventListener(kind, (event) => {
      if (!event.isTrusted || isFinal) return;
      painted(observers.lcp?.takeRecords() ?? []);
      isFinal = true;
    }, { capture: true });
  }

  // The largest window of shifts: gaps under 1 s, 5 s at most; shifts that an input caused are the user's.
  let cls = 0;
  let shifts = [];
  const shifted = (entries) => {
    for (const entry of entries) {
      if (entry.hadRecentInput) continue;
      const [first, last] = [shifts[0], shifts.at(-1)];
      const isSame = first && entry.startTime - last.startTime < 1000 && entry.startTime - first.startTime < 5000;
      shifts = isSame ? [...shifts, entry] : [entry];
      cls = Math.max(cls, shifts.reduce((sum, one) => sum + one.value, 0));
    }
  };

  // The longest event of each interaction; of 50 interactions one may be longer than the value.
  const interactions = new Map();
  let firstInput = null;
  const interacted = (entries) => {
    for (const entry of entries) {
      if (entry.entryType === 'first-input') firstInput = Math.max(firstInput ?? 0, entry.duration);
      if (!entry.interactionId) continue;
      const known = interactions.get(entry.interactionId) ?? 0;
      interactions.set(entry.interactionId, Math.max(known, entry.duration));
    }
  };

  const observers = {};
  const observe = (name, take, ...options) => {
    try {
      const observer = new PerformanceObserver((list) => take(list.getEntries()));
      for (const option of options) observer.observe({ ...option, buffered: true });
      observers[name] = observer;
      observer.take = () => take(observer.takeRecords());
    } catch {
      // A browser that does not know the entry has no value for it.
    }
  };
  observe('lcp', painted, { type: 'largest-contentful-paint' });
  observe('cls', shifted, { type: 'layout-shift' });
  observe('inp', interacted, { type: 'event', durationThreshold: 16 });
  observe('first', interacted, { type: 'first-input' });

  const idle = () =>
    new Promise((resolve) => requestIdleCallback(resolve, { timeout: 200 }));

  const reading = () => {
    for (const observer of Object.values(observers)) observer.take();
    const count = performance.interactionCount ?? interactions.size;
    const longest = [...interactions.values()].sort((one, other) => other - one);
    const measured = longest[Math.min(longest.length - 1, Math.floor(count / 50))] ?? null;
    return { lcp, cls: observers.cls ? cls : null, interactions: count, inp: measured ?? firstInput };
  };

  guild.vitals = async () => {
    await guild.frames(2);
    await idle();
    return reading();
  };

  // A page that is left tells what it measured before it goes.
  addEventListener('pagehide', () => globalThis.guildVitals?.(JSON.stringify(reading())), true);
})();
