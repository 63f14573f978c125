import { Page } from "../../ui/page.tsx";

export function ErrorsView() {
  return <Page title="ErrorsView">…</Page>;
}
