import { Page } from '../../ui/page/Page';
import { CallToAction } from './CallToAction';
import { FeatureGrid } from './FeatureGrid';
import { Footer } from './Footer';
import { Hero } from './Hero';
import { NewestProjects } from './NewestProjects';

/** What a visitor sees first: what this is, shown at work, and the way in. */
export function LandingPage() {
  return (
    <>
      <Page title="Next-generation collaboration" width="plain">
        <Hero />
        <FeatureGrid />
        <NewestProjects />
        <CallToAction />
      </Page>
      <Footer />
    </>
  );
}
