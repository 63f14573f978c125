import { expect, test } from "vitest";
import { PAYER_LANGUAGES, printedName } from "../../lib/domain/payer-language.ts";

test("a bank's name is in the letters of the payer's language", () => {
  const name = { en: "Awash Bank", am: "አዋሽ ባንክ" };
  const printed = PAYER_LANGUAGES.map((language) => [language, printedName(name, language)]);
  expect(Object.fromEntries(printed)).toEqual({
    ...{ en: name.en, om: name.en, so: name.en },
    ...{ am: name.am, ti: name.am },
  });
});
