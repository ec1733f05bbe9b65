import { Page } from '@/components/page/page';
import { ButtonLink } from '@/components/ui/button';
import { Integrations } from './integrations';
import { PushCard } from './push/push-card';

const steps = [
  ['Click Request', 'Choose the integration you want.'],
  ['We reach out to set it up', 'Our team contacts you within 1-2 business days.'],
  ['Leads are delivered automatically', 'From then on, each lead arrives there too.'],
] as const;

const HowItWorks = () => (
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

export const Component = () => (
  <Page
    description="Get your leads where you work, in addition to email."
    actions={
      <ButtonLink to="/integrations/deliveries" variant="secondary">
        See all deliveries
      </ButtonLink>
    }
  >
    <div className="grid items-start gap-x-16 gap-y-10 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <div className="grid gap-4">
        <Integrations />
        <PushCard />
      </div>
      <HowItWorks />
    </div>
  </Page>
);
