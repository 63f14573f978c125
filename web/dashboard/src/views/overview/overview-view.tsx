import { Page } from "../../ui/page.tsx";

export function OverviewView() {
  return <Page title="OverviewView">…</Page>;
}
