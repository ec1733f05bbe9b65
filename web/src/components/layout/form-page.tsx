import type { ReactNode } from 'react';

interface FormPageProps {
  title: string;
  subtitle: string;
  children: ReactNode;
}

/** A heading and one card, in the middle of the page. */
export function FormPage({ title, subtitle, children }: FormPageProps) {
  return (
    <div className="page flex grow flex-col items-center py-12 md:py-20">
      <div className="w-full max-w-[448px]">
        <h1 className="display text-2xl md:text-3xl">{title}</h1>
        <p className="mt-2 text-muted">{subtitle}</p>
        <div className="mt-8">{children}</div>
      </div>
    </div>
  );
}

interface FormCardProps {
  title: string;
  description?: string;
  children: ReactNode;
  footer?: ReactNode;
}

export function FormCard({ title, description, children, footer }: FormCardProps) {
  return (
    <div className="rounded-card border border-line bg-surface">
      <div className="p-5 sm:p-7">
        <h2 className="text-lg font-semibold">{title}</h2>
        {description === undefined ? null : <p className="text-muted">{description}</p>}
        <div className="mt-6">{children}</div>
      </div>
      {footer === undefined ? null : (
        <div className="rounded-b-card border-t border-line bg-sunken px-5 py-4 text-sm sm:px-7">
          {footer}
        </div>
      )}
    </div>
  );
}
