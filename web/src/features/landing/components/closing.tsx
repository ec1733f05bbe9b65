import { ButtonLink } from '@/components/ui/button';
import { LEAD_PRICE } from '@/config/pricing';

export function Closing() {
  return (
    <section aria-labelledby="closing" className="border-t border-band-line bg-band text-on-band">
      <div className="page flex flex-col gap-8 py-16 md:flex-row md:items-center md:justify-between md:py-20">
        <div>
          <h2 id="closing" className="display text-2xl md:text-3xl">
            Your next client is filling out a form right now.
          </h2>
          <p className="mt-3 text-on-band-muted">
            Set up in a few short steps. {LEAD_PRICE} per lead, and you can stop any time.
          </p>
        </div>
        <ButtonLink to="/get-started" variant="onBand" size="lg" className="shrink-0">
          Get Started
        </ButtonLink>
      </div>
    </section>
  );
}
