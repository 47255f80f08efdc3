import { useEffect } from 'react';
import toast from 'react-hot-toast/headless';
import { BrowserRouter, Navigate, Route, Routes } from 'react-router-dom';
import { useSession } from '../core/session/session';
import { loadPublicStats } from '../core/site/public-stats';
import { loadSite, useSite, withFacts, withSite } from '../core/site/site';
import { withNext } from '../lib/links/next-path';
import { lazyPart } from '../lib/loading/lazy-part';
import { createDialog } from '../projects/state/dialogs';
import { ToastHost } from '../ui/overlay/ToastHost';
import { GuestsOnly, MembersOnly } from './guards';
import { Layout } from './layout';
import { PageLoading } from './page-fallbacks';

/** The application: its routes and its toasts. */
export function App() {
  return (
    <BrowserRouter>
      <AppRoutes />
      <ToastHost />
    </BrowserRouter>
  );
}

const LandingPage = lazyPart(() => import('./landing/LandingPage'), 'LandingPage');
/** Loads the configured sign-in providers, and the code of their buttons if there are any. */
const loadSignIns = async () => {
  await loadSite();
  if (useSite.getState().data?.sign_in.length) await import('../people/screens/sign-in/OauthButtons');
};
const LoginPage = lazyPart(
  withFacts(() => import('../people/screens/sign-in/LoginPage'), loadSignIns, loadPublicStats),
  'LoginPage',
);
const SignupPage = lazyPart(
  withFacts(() => import('../people/screens/sign-in/SignupPage'), loadSignIns),
  'SignupPage',
);
const ForgotPasswordPage = lazyPart(
  withSite(() => import('../people/screens/sign-in/ForgotPasswordPage')),
  'ForgotPasswordPage',
);
const ResetPasswordPage = lazyPart(() => import('../people/screens/sign-in/ResetPasswordPage'), 'ResetPasswordPage');
const VerifyEmailPage = lazyPart(() => import('../people/screens/sign-in/VerifyEmailPage'), 'VerifyEmailPage');
const OauthSuccessPage = lazyPart(() => import('../people/screens/sign-in/OauthSuccessPage'), 'OauthSuccessPage');
const SuspendedPage = lazyPart(
  withSite(() => import('../trust/screens/suspended/SuspendedPage')),
  'SuspendedPage',
);
const DashboardPage = lazyPart(() => import('./dashboard/DashboardPage'), 'DashboardPage');
const ProjectsPage = lazyPart(() => import('./projects/ProjectsPage'), 'ProjectsPage');
const ProjectDetailPage = lazyPart(() => import('./projects/ProjectDetailPage'), 'ProjectDetailPage');
const ProfilePage = lazyPart(() => import('./profile/ProfilePage'), 'ProfilePage');
const SettingsPage = lazyPart(
  withSite(() => import('./settings/SettingsPage')),
  'SettingsPage',
);
const ModerationPage = lazyPart(
  withSite(() => import('../trust/screens/moderation/ModerationPage')),
  'ModerationPage',
);
const WorkPage = lazyPart(() => import('./work/WorkPage'), 'WorkPage');
const WelcomePage = lazyPart(() => import('../people/screens/profile/WelcomePage'), 'WelcomePage');
const AnalyticsPage = lazyPart(() => import('./analytics/AnalyticsPage'), 'AnalyticsPage');
const MemberPage = lazyPart(() => import('./people/MemberPage'), 'MemberPage');
const SitePage = lazyPart(() => import('./site/SitePage'), 'SitePage');
const FindPeoplePage = lazyPart(() => import('./people/FindPeoplePage'), 'FindPeoplePage');
const MessagesPage = lazyPart(() => import('../chat/screens/MessagesPage'), 'MessagesPage');

/**
 * The routes (R1.1). Any other path goes to the landing page (R1.3). No data router: stores load the data, and the
 * landing page is a third lighter without one.
 */
function AppRoutes() {
  return (
    <Routes>
      <Route element={<Layout />}>
        <Route path="/" element={<LandingPage />} />
        <Route path="/projects" element={<ProjectsPage />} />
        <Route path="/projects/new" element={<NewProject />} />
        <Route path="/projects/:id" element={<ProjectDetailPage />} />
        <Route path="/people/:id" element={<MemberPage />} />
        <Route path="/collaborators" element={<FindPeoplePage />} />
        <Route path="/privacy" element={<SitePage name="privacy" />} />
        <Route path="/terms" element={<SitePage name="terms" />} />
        <Route path="/support" element={<SitePage name="support" />} />
        <Route path="/about" element={<SitePage name="about" />} />
        <Route path="/oauth-success" element={<OauthSuccessPage />} />
        <Route path="/verify-email" element={<VerifyEmailPage />} />
        <Route path="/suspended" element={<SuspendedPage />} />
        <Route element={<GuestsOnly begin={DashboardPage.preload} />}>
          <Route path="/login" element={<LoginPage />} />
          <Route path="/signup" element={<SignupPage />} />
          <Route path="/forgot-password" element={<ForgotPasswordPage />} />
          <Route path="/reset-password" element={<ResetPasswordPage />} />
        </Route>
        <Route path="/dashboard" element={<MembersOnly page={DashboardPage} />} />
        <Route path="/work" element={<MembersOnly page={WorkPage} />} />
        <Route path="/analytics" element={<MembersOnly page={AnalyticsPage} />} />
        <Route path="/welcome" element={<MembersOnly page={WelcomePage} />} />
        <Route path="/profile" element={<MembersOnly page={ProfilePage} />} />
        <Route path="/settings/:section?" element={<MembersOnly page={SettingsPage} />} />
        <Route path="/moderation/:reportId?" element={<MembersOnly page={ModerationPage} />} />
        <Route path="/messages/:userId?" element={<MembersOnly page={MessagesPage} />} />
        <Route path="/messages/c/:conversationId" element={<MembersOnly page={MessagesPage} />} />
        <Route path="*" element={<Navigate to="/" replace />} />
      </Route>
    </Routes>
  );
}

/** `/projects/new`: opens the create dialog over the list. */
function NewProject() {
  const status = useSession((state) => state.status);
  useEffect(() => {
    if (status === 'signed-in') createDialog.open(true);
    if (status === 'signed-out') toast.error('Please log in to create a project', { id: 'new-project' });
  }, [status]);
  if (status === 'loading') return <PageLoading />;
  return <Navigate to={status === 'signed-in' ? '/projects' : withNext('/login', '/projects/new')} replace />;
}
