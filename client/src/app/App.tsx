import { BrowserRouter } from 'react-router-dom';
import { ToastHost } from '../ui/overlay/ToastHost';
import { AppRoutes } from './router';

/** The application: its routes and the place where toasts appear. */
export function App() {
  return (
    <BrowserRouter>
      <AppRoutes />
      <ToastHost />
    </BrowserRouter>
  );
}
