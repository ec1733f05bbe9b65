import { type ReactNode, useId } from 'react';
import { Card } from '@/components/ui/card';

interface SettingsSectionProps {
  title: string;
  description: string;
  /** False for content with frames of its own. */
  isFramed?: boolean;
  children: ReactNode;
}

export function SettingsSection({ title, description, isFramed = true, children }: SettingsSectionProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-12 gap-y-5 border-t border-line py-8 first:border-0 first:pt-0 xl:grid-cols-[20rem_minmax(0,720px)]"
    >
      <div>
        <h2 id={id} className="text-lg font-semibold">
          {title}
        </h2>
        <p className="mt-1 max-w-[60ch] text-muted">{description}</p>
      </div>
      <div className="w-full max-w-[720px] min-w-0">{isFramed ? <Card>{children}</Card> : children}</div>
    </section>
  );
}
