import { Features } from '@/features/landing/components/features';
import { Hero } from '@/features/landing/components/hero';
import { LeadSteps } from '@/features/landing/components/lead-steps';
import { Pricing } from '@/features/landing/components/pricing';
import { Audience, Closing, LeadTypes, Statistics } from '@/features/landing/components/sections';

export const Component = () => (
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
