import { Page } from "../../ui/page.tsx";

export function CreditsView() {
  return <Page title="CreditsView">…</Page>;
}
