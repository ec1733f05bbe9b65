import { sampleLead } from '../lib/sample-lead';

const details = [
  ['Phone', sampleLead.phone],
  ['Email', sampleLead.email],
  ['Location', sampleLead.location],
  ['Assets', sampleLead.assets],
] as const;

/** The sample lead as its buyer receives it, with all contact details. */
export function DeliveredEmail() {
  return (
    <figure className="max-w-[448px]">
      <div className="rounded-card border border-line bg-surface">
        <p className="border-b border-line px-5 py-4">
          <span className="block text-sm text-muted">New email</span>
          <span className="font-semibold">
            New Indexed annuity lead: {sampleLead.fullName}, {sampleLead.state}
          </span>
        </p>
        <dl className="tabular grid gap-y-1.5 px-5 py-4 text-sm">
          {details.map(([label, value]) => (
            <div key={label} className="grid grid-cols-[72px_1fr] gap-x-3">
              <dt className="text-muted">{label}</dt>
              <dd className="font-medium wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <figcaption className="mt-2 text-sm text-muted">The sample lead, as it lands in your inbox.</figcaption>
    </figure>
  );
}
