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
