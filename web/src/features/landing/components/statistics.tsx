const statistics = [
  ['10,000+', 'Leads delivered'],
  ['98%', 'TCPA compliance'],
  ['500+', 'Active agents'],
  ['3-5x', 'Better conversion'],
] as const;

export function Statistics() {
  return (
    <section aria-label="Statistics" className="page pt-16 lg:pt-24">
      <dl className="grid grid-cols-2 gap-y-8 md:grid-cols-4">
        {statistics.map(([value, label]) => (
          <div key={label} className="flex flex-col-reverse justify-end border-l-2 border-brand pl-4 md:pl-5">
            <dt className="text-muted">{label}</dt>
            <dd className="display tabular text-2xl md:text-3xl">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
