import { LegalPage } from '@/features/legal/components/legal-page';
import { privacy } from '@/features/legal/content/privacy';

export const Component = () => <LegalPage title="Privacy Policy" sections={privacy} />;
