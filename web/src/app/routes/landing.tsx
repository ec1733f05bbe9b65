import { Audience } from '@/features/landing/components/audience';
import { Closing } from '@/features/landing/components/closing';
import { Features } from '@/features/landing/components/features';
import { Hero } from '@/features/landing/components/hero';
import { LeadTypes } from '@/features/landing/components/lead-types';
import { LeadSteps } from '@/features/landing/components/lead-steps';
import { Pricing } from '@/features/landing/components/pricing';
import { Statistics } from '@/features/landing/components/statistics';

export function Component() {
  return (
    <>
      <Hero />
      <LeadSteps />
      <Statistics />
      <Features />
      <LeadTypes />
      <Pricing />
      <Audience />
      <Closing />
    </>
  );
}
