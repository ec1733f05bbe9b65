import { useFormikContext } from 'formik';
import type { ReactNode } from 'react';
import type { Schema } from 'yup';
import { Form } from '@/components/form/form';
import { Button, PendingButton } from '@/components/ui/button';
import { ArrowLeft } from '@/components/ui/icons';

interface StepFormProps<V extends Record<string, unknown>> {
  initialValues: V;
  schema: () => Promise<Schema>;
  onSubmit: (values: V, mark: (field: string, message: string) => void) => Promise<void> | void;
  onFailure: (error: unknown) => void;
  /** Keeps what was filled in, right or not. */
  onBack: (values: V) => void;
  isBlocked?: (values: V) => boolean;
  children: ReactNode;
}

/** One Formik per step, with Back and Continue. */
export function StepForm<V extends Record<string, unknown>>({
  onSubmit,
  onBack,
  isBlocked,
  children,
  ...rest
}: StepFormProps<V>) {
  return (
    <Form
      className="grid gap-5"
      onSubmit={(values, { setFieldError }) => onSubmit(values, setFieldError)}
      {...rest}
    >
      {children}
      <StepButtons onBack={onBack} isBlocked={isBlocked} />
    </Form>
  );
}

interface StepButtonsProps<V> {
  onBack: (values: V) => void;
  isBlocked: ((values: V) => boolean) | undefined;
}

function StepButtons<V extends Record<string, unknown>>({ onBack, isBlocked }: StepButtonsProps<V>) {
  const { values, isSubmitting } = useFormikContext<V>();
  return (
    <div className="mt-3 flex flex-row-reverse justify-end gap-3 max-sm:justify-between">
      <PendingButton
        type="submit"
        size="lg"
        isPending={isSubmitting}
        pendingLabel="Saving..."
        disabled={isBlocked?.(values) === true}
        className="max-sm:grow"
      >
        Continue
      </PendingButton>
      <BackButton disabled={isSubmitting} onClick={() => onBack(values)} />
    </div>
  );
}

export const BackButton = (props: { onClick: () => void; disabled?: boolean }) => (
  <Button look="secondary" size="lg" {...props}>
    <ArrowLeft aria-hidden className="size-[18px]" />
    Back
  </Button>
);
