import { Formik, type FormikHelpers, useFormikContext } from 'formik';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Schema } from 'yup';
import { notifyError, toastStore } from '@/components/toast/toast-store';
import { useSubmission } from '@/components/ui/submission';
import { getFieldErrors } from '@/lib/api-client';
import { useFilledIn } from './use-filled-in';

type Values = Record<string, unknown>;

interface FormProps<V extends Values> {
  initialValues: V;
  /** Whether new initial values replace what was typed. */
  enableReinitialize?: boolean;
  /** Loads the schema when the user focuses the form, to keep yup out of the page's initial bundle. */
  schema: () => Promise<Schema>;
  /** Called when `onSubmit` throws. The mutation shows its own notice, and fields that the server rejected their errors. */
  onFailure?: (error: unknown) => void;
  onSubmit: (values: V, helpers: FormikHelpers<V>) => Promise<void> | void;
  children: ReactNode;
  className?: string;
}

const loadValidator = () => import('@/lib/validation');

/** Validates on submit, then on change. Focuses the first invalid field. */
export function Form<V extends Values>({
  initialValues,
  enableReinitialize = false,
  schema,
  onFailure,
  onSubmit,
  ...rest
}: FormProps<V>) {
  const hasSubmitted = useRef(false);
  const validate = async (values: V) => {
    const [{ fieldErrors }, loadedSchema] = await Promise.all([loadValidator(), schema()]);
    return fieldErrors(loadedSchema, values);
  };
  const submit = async (values: V, helpers: FormikHelpers<V>) => {
    try {
      await onSubmit(values, helpers);
    } catch (error) {
      onFailure?.(error);
      for (const { field, message } of getFieldErrors(error))
        if (field in values) helpers.setFieldError(field, message);
    }
  };
  return (
    <Formik
      initialValues={initialValues}
      enableReinitialize={enableReinitialize}
      validate={(values) => (hasSubmitted.current ? validate(values) : {})}
      validateOnBlur={false}
      onSubmit={submit}
    >
      <FormElement
        preload={() => {
          void Promise.all([loadValidator(), schema()]).catch(() => undefined);
        }}
        beforeSubmit={() => {
          hasSubmitted.current = true;
          toastStore.dismissAll();
        }}
        {...rest}
      />
    </Formik>
  );
}

interface ElementProps {
  className?: string | undefined;
  children: ReactNode;
  preload: () => void;
  beforeSubmit: () => void;
}

function FormElement({ className, children, preload, beforeSubmit }: ElementProps) {
  const { submitForm, errors, submitCount, isSubmitting, isValidating } = useFormikContext<Values>();
  const form = useRef<HTMLFormElement>(null);
  const runSubmission = useSubmission();
  const focusedSubmitCount = useRef(0);
  const takeOver = useFilledIn(form);

  useEffect(() => {
    if (isSubmitting || isValidating || submitCount === focusedSubmitCount.current) return;
    focusedSubmitCount.current = submitCount;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [isSubmitting, isValidating, submitCount, errors]);

  return (
    <form
      ref={form}
      noValidate
      className={className}
      onFocus={preload}
      onInputCapture={({ target }) => void takeOver(target)}
      onBlurCapture={() => void takeOver()}
      onSubmit={(event) => {
        event.preventDefault();
        void runSubmission(async () => {
          beforeSubmit();
          await takeOver();
          await submitForm().catch(() =>
            notifyError('The form could not be checked. Please check your connection and try again.'),
          );
        });
      }}
    >
      {children}
    </form>
  );
}
