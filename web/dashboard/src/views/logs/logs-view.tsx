import { Page } from "../../ui/page.tsx";

export function LogsView() {
  return <Page title="LogsView">…</Page>;
}
