// Measures one figure and prints it; what it says on the way goes nowhere.
import { counterPage } from "./counter-page.ts";
import { notices } from "./notices.ts";

const FIGURES = { P16: notices, P19: counterPage };

const [, , id = "", counts] = process.argv;
const figure = await FIGURES[id as keyof typeof FIGURES]({
  full: counts === "full",
  say: () => {},
});
process.stdout.write(JSON.stringify(figure), () => process.exit(0));
