import { ButtonLink } from '@/components/ui/button';
import { LEAD_PRICE } from '@/config/pricing';
import { SampleLeadCard } from './sample-lead-card';

export function Hero() {
  return (
    <section className="page grid grid-cols-1 items-center gap-x-16 gap-y-12 pt-12 pb-16 md:pt-16 lg:grid-cols-[minmax(0,1fr)_minmax(0,472px)] lg:pt-20 lg:pb-24">
      <div>
        <h1 className="display text-3xl md:text-4xl">
          Annuity leads sold once, to you, the moment they arrive.
        </h1>
        <p className="mt-5 max-w-[52ch] text-lg text-muted">
          Verified retirees aged 55 and over who asked about a fixed, indexed or MYGA annuity. Emailed to you
          in real time and billed at a flat {LEAD_PRICE} per lead.
        </p>
        <ButtonLink to="/get-started" size="lg" className="mt-8 max-sm:w-full">
          Get Started
        </ButtonLink>
        <p className="mt-4 text-sm text-muted">No subscription. Pause or resume any time without penalty.</p>
      </div>
      <SampleLeadCard />
    </section>
  );
}
