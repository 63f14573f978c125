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
