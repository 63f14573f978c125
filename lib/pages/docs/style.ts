export const STYLE = `
:root{color-scheme:light dark;--line:color-mix(in srgb,currentColor 16%,transparent);--soft:color-mix(in srgb,currentColor 5%,transparent);--quiet:color-mix(in srgb,currentColor 72%,transparent);--edge:color-mix(in srgb,currentColor 55%,transparent);--link:#0b57b0;--paper:#fff;--ink:#1b1d21}
@media(prefers-color-scheme:dark){:root{--link:#8ab8ff;--paper:#16181c;--ink:#e6e8eb}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;scroll-padding-top:1rem}
body{font:1rem/1.6 system-ui,sans-serif;margin:0;overflow-wrap:anywhere;background:var(--paper);color:var(--ink)}
.page{max-width:76rem;margin:0 auto;padding:1.5rem min(1rem,4vw) 6rem}
a{color:var(--link)}a:focus-visible,input:focus-visible,button:focus-visible,pre:focus-visible,summary:focus-visible{outline:2px solid var(--link);outline-offset:2px}
h1{font-size:min(2rem,11vw);line-height:1.2;margin:0 0 1rem}
h2{font-size:min(1.5rem,9vw);margin:3.5rem 0 1rem;padding-bottom:.25rem;border-bottom:1px solid var(--line);line-height:1.3}
h3{margin:2.5rem 0 .5rem;line-height:1.3}h4{margin:1.5rem 0 .25rem}
p{margin:.5rem 0}
code,pre{font:.875em/1.6 ui-monospace,monospace}
pre{overflow-x:auto;overflow-wrap:normal;padding:min(1rem,4vw);border:1px solid var(--line);border-radius:.5rem;background:var(--soft)}pre code{font-size:1em}
.sample{display:grid;margin:1em 0;border:1px solid var(--line);border-radius:.5rem;background:var(--soft)}.sample pre{margin:0;border:0;background:none;padding-top:0;min-width:0}
.sample button{justify-self:end;margin:.25rem;min-height:2rem;padding:.125rem .75rem;font:inherit;font-size:.8125rem;border:0;border-radius:.375rem;background:none;color:var(--quiet);cursor:pointer}.sample button:hover{background:var(--soft);color:inherit}
.tabs [role=group]{display:flex;flex-wrap:wrap;gap:.25rem;margin-top:1rem}.tabs [role=group] button{font:inherit;font-size:.875rem;min-height:2.25rem;padding:.125rem .75rem;border:1px solid transparent;border-radius:.375rem;background:none;color:var(--quiet);cursor:pointer}.tabs [role=group] button:hover{background:var(--soft)}.tabs [aria-pressed=true]{border-color:var(--edge)!important;color:inherit!important;font-weight:600}
.unseen{position:absolute;left:-100vw}
.source{margin-top:3rem;font-size:.875rem}
small{font-size:.875rem;font-weight:400;color:var(--quiet)}
.call{font-size:1.05rem}
.rows{margin:.5rem 0;border-top:1px solid var(--line)}
.rows>div{padding:.6rem 0;border-bottom:1px solid var(--line)}
dt{font-weight:600}dd{margin:0}dd p{margin:.25rem 0}
:target{outline:2px solid var(--link);outline-offset:.4rem;border-radius:.25rem}
h1+section>h2:first-child{margin-top:1.5rem}
nav ul{list-style:none;margin:0;padding:0}nav ul ul{padding-left:1rem;font-size:.875rem}
nav [aria-current]{font-weight:600}
nav summary{cursor:pointer;padding:.35rem 0;color:var(--quiet)}
nav label{display:block}nav form div{display:flex;flex-wrap:wrap;gap:.5rem}nav input,nav button{font:inherit;min-height:2.75rem;padding:.35rem .75rem;border:1px solid var(--edge);border-radius:.5rem;background:transparent;color:inherit}nav input{flex:1 1 8rem;min-width:0}nav button{min-width:2.75rem;font-weight:600;cursor:pointer}nav button:hover{background:var(--soft)}
[data-results]:not([hidden]){margin:.25rem 0 .75rem;padding-bottom:.5rem;border-bottom:1px solid var(--line)}
nav a{display:inline-block;padding:.2rem 0;text-decoration:none}nav a:hover{text-decoration:underline}
nav>p{font-weight:600;margin-top:0}
.skip{position:absolute;left:-100vw}.skip:focus{left:.5rem;top:.5rem;z-index:1;padding:.5rem 1rem;background:var(--paper)}
@media(max-width:63.99rem){nav{border:1px solid var(--line);border-radius:.5rem;padding:.5rem min(1rem,4vw);margin:0 0 1.5rem}nav a{padding:.35rem 0}}
@media(min-width:48rem){.rows>div{display:grid;grid-template-columns:minmax(0,2fr) minmax(0,3fr);gap:0 1.5rem}.rows small{display:block}}
@media(min-width:64rem){.page{display:grid;grid-template-columns:16rem minmax(0,1fr);gap:0 3rem}
nav{position:sticky;top:0;max-height:100vh;overflow-y:auto;padding:1.5rem 0;align-self:start;font-size:.9375rem}nav summary{display:none}nav form{margin-bottom:.75rem}}
@media print{nav{display:none}}
`;

/**
 * In the browser: gives each code block a button that copies it. Only where the page may use the clipboard:
 * browsers offer it to `https:` and the local machine.
 */
export const COPY_SCRIPT = `
const said = document.querySelector("[data-said]");
const addCopyButton = (block) => {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Copy";
  button.setAttribute("aria-label", "Copy: " + block.getAttribute("aria-label"));
  let timer;
  const say = (text) => {
    button.textContent = text;
    said.textContent = text;
    clearTimeout(timer);
    timer = setTimeout(() => {
      button.textContent = "Copy";
      said.textContent = "";
    }, 2000);
  };
  button.addEventListener("click", () => navigator.clipboard.writeText(block.textContent).then(
    () => say("Copied"), () => say("Not copied")));
  const frame = document.createElement("div");
  frame.className = "sample";
  block.replaceWith(frame);
  frame.append(button, block);
};
if (navigator.clipboard) document.querySelectorAll("pre").forEach(addCopyButton);
`;

/** In the browser: shows one language of each sample, the one that was chosen last. Printed pages show all. */
export const TABS_SCRIPT = `
const groups = [...document.querySelectorAll("[data-tabs]")];
const storage = (() => { try { return localStorage; } catch { return null; } })();
const choose = (name, from) => {
  for (const group of groups) {
    const parts = [...group.querySelectorAll("[data-tab]")];
    if (group !== from && !parts.some((part) => part.dataset.tab === name)) continue;
    for (const part of parts) part.hidden = part.dataset.tab !== name;
    for (const button of group.querySelectorAll("[role=group] button"))
      button.setAttribute("aria-pressed", button.textContent === name);
  }
};
for (const group of groups) {
  const row = document.createElement("div");
  row.setAttribute("role", "group");
  row.setAttribute("aria-label", group.dataset.tabs);
  const parts = [...group.querySelectorAll("[data-tab]")];
  for (const part of parts) {
    part.querySelector("h4").hidden = true;
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = part.dataset.tab;
    button.addEventListener("click", () => {
      const top = group.getBoundingClientRect().top;
      choose(part.dataset.tab, group);
      storage?.setItem("language", part.dataset.tab);
      scrollBy(0, group.getBoundingClientRect().top - top);
    });
    row.append(button);
  }
  group.prepend(row);
  choose(parts[0].dataset.tab, group);
}
const chosen = storage?.getItem("language");
if (chosen) choose(chosen);
`;

/**
 * In the browser: the list of topics is folded on a phone; search over titles and texts, titles first; and
 * old addresses such as `/api/docs/#error-not_found` lead to the page that holds the anchor now.
 */
export const SEARCH_SCRIPT = `
const entries = JSON.parse(document.getElementById("search-index").textContent);
const form = document.querySelector("form[role=search]");
const results = document.querySelector("[data-results]");
const topics = document.querySelector("nav details");
if (matchMedia("(max-width:63.99rem)").matches) topics.open = false;
form.hidden = false;
form.addEventListener("submit", (event) => {
  event.preventDefault();
  results.querySelector("a")?.click();
});
const find = (words) => {
  const holds = (text) => words.every((word) => text.toLowerCase().includes(word));
  const byTitle = entries.filter(([title]) => holds(title));
  return [...byTitle, ...entries.filter((entry) =>
    !byTitle.includes(entry) && holds(entry[0] + " " + entry[2]))];
};
form.addEventListener("input", () => {
  const words = form.querySelector("input").value.toLowerCase().split(/\\s+/).filter(Boolean);
  const found = words.length === 0 ? [] : find(words);
  results.hidden = words.length === 0;
  results.replaceChildren(...(found.length > 0 ? found.slice(0, 12).map(([title, href]) => {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = href;
    link.textContent = title;
    item.append(link);
    return item;
  }) : [Object.assign(document.createElement("li"), { textContent: "No results" })]));
});
const follow = () => {
  if (!location.hash || document.getElementById(location.hash.slice(1))) return;
  const home = entries.find(([, href]) => href.endsWith(location.hash));
  if (home) location.replace(home[1]);
};
follow();
addEventListener("hashchange", follow);
`;
