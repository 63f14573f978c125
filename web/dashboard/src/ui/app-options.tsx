interface App {
  readonly app_id: number;
  readonly name: string;
}

/** The options of a field that asks for an app. */
export function AppOptions({ apps }: { readonly apps: readonly App[] }) {
  return apps.map(({ app_id, name }) => (
    <option key={app_id} value={app_id}>
      {name}
    </option>
  ));
}
