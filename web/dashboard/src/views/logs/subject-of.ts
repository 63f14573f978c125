interface Subject {
  readonly id: string;
  readonly client_reference: string | null;
}

/** The checkout that the body of a delivery is about; null for other events, and where no body is kept. */
export function subjectOf(payload: string | null): Subject | null {
  if (payload === null) return null;
  const { object } = (JSON.parse(payload) as { data: { object: Subject & { checkout?: Subject } } })
    .data;
  const subject = object.checkout ?? object;
  return subject.id?.startsWith("co_") ? subject : null;
}
