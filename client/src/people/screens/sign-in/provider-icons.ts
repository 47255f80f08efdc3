import type { ComponentType } from 'react';
import { GithubIcon } from '../../../ui/GithubIcon';
import { GoogleIcon } from '../../../ui/GoogleIcon';

/** The icons of the providers of sign-in, by name. One that only newer servers know has none. */
export const providerIcons: Partial<Record<string, ComponentType>> = { google: GoogleIcon, github: GithubIcon };
