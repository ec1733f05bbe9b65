import { LegalPage } from '@/features/legal/components/legal-page';
import { terms } from '@/features/legal/content/terms';

export const Component = () => <LegalPage title="Terms of Service" sections={terms} />;
