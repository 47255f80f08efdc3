import './styles/index.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { boot } from './app/boot';
import { App } from './app/router';
import { loadFont } from './core/device/font';
import { followTextSize } from './lib/dom/text-size';
import { tolerateTranslation } from './lib/translated-page';

tolerateTranslation();
followTextSize();
boot();
void loadFont();

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
