import { Page } from "../../ui/page.tsx";

export function CheckoutsView() {
  return <Page title="CheckoutsView">…</Page>;
}
