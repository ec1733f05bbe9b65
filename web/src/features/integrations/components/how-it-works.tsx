const steps = [
  ['Click Request', 'Choose the integration you want.'],
  ['We reach out to set it up', 'Our team contacts you within 1-2 business days.'],
  ['Leads are delivered automatically', 'From then on, each lead arrives there too.'],
] as const;

export const HowItWorks = () => (
  <section aria-labelledby="how-it-works">
    <h2 id="how-it-works" className="text-lg font-semibold">
      How it works
    </h2>
    <ol className="mt-4 grid gap-5">
      {steps.map(([title, description], index) => (
        <li key={title} className="flex gap-4">
          <span
            aria-hidden
            className="tabular grid size-8 shrink-0 place-items-center rounded-full border border-line-strong text-sm font-semibold"
          >
            {index + 1}
          </span>
          <div>
            <p className="font-semibold">{title}</p>
            <p className="text-muted">{description}</p>
          </div>
        </li>
      ))}
    </ol>
  </section>
);
