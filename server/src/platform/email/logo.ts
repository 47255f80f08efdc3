/** The content id by which an email's HTML names its logo. */
export const LOGO_ID = 'logo@sangam';

/**
 * `client/public/favicon.svg` as a PNG of 72 pixels, for emails: most mail programs show no SVG, and a picture from a server would
 * report when an email is read. `logo.test.ts` compares the two.
 */
export const logo: Buffer = Buffer.from(
  [
    'iVBORw0KGgoAAAANSUhEUgAAAEgAAABICAMAAABiM0N1AAACslBMVEVMaXEOERYAHBwAHx8AAAAOERUOERUMDBgOEBYOERYNERYNERYOEBYNERUNERYN',
    'EBUNERYNEBUOEBULCxcZGRkOERYOEBUOERUOERYPDxcNERYAAAAODhUOEBYPDxcNERYOEBUODhUOERYOEhUOEBUNEBUOERUPDxcOEBUOERYOEBUMDBkN',
    'ERUNEBUOERYPEhYNERUOEBYOERUOERQOERcNEBYOERUOERUOEBUOERcAAAAOEBYNERQOEhYOERbp7PHyqTs1OD3Z2+Ho6/AWFRcPEhYnKy8PEhfV2d3h',
    '5eni5urU2NxpbHESFBfxqDvl6O3k5uxlaG1eYWZxVCbm6e4xMzkWGB4qJBpPUVciHxmZbi3LztOtezAVFx0oLDDh5OmAgogaGRgyNTrqpToTFBfwqDs/',
    'Qkfs1bVmaW3spTulqK1ZQyJENR8YGBjX2t8wJxxSPiFRPiFXWl9XQiIXGh9lSyQxNDnCxcrQ0tgQExhdRiNqbXLc3+QRExceHBhIOB+abyycn6Q7PkOt',
    'sLUmKi6LZSptcHXr3cqfoqeVmJ2SaStYW2Cldi40KhwYGyCfcS2JYyrDxsuDhovp6+9tUCa5gzHq49djZWvux448P0SVayzwtlujdC4pJBpDRUt4WCjS',
    '1trg4+ibby29hjJnam/szJ7Aw8i2gTG1gTGvfDCFYCqEiIxZXGG7hTLs063JjjS1gDFSVVrPkjXxq0Dq6uo3Oj5OUFYyKRy5gzJ9f4Xpozk5PEGhpKnZ',
    'mTfk5+yanaIhJClaXWIvMTcaHSLtpjrZmDcZGRjFyM3DijQTFhvnoTlUQCHdnDjJjjXtzZzCiTQoIhrxsVPloDkpLTGkp6zq5NnWljeipaqwsrhiZWrd',
    '4OWbnqNbXmMgHRlkZ2wUFxwUFRbr3MfhnTlBREkqLjIsJhtaO0NAAAAAPnRSTlMAZwkIA/nsFdj+y83XpMymlprIFgr6nPjaIc8EJMQgzmsjw0ZqmOpC',
    'xlrVFO3KWUSlxUhWWFyj68dXAltJRWXu+OQAAAAJcEhZcwAALiMAAC4jAXilP3YAAANGSURBVFiF7dhVWxtBFAbgCQVCcFoopYXitFB3P7MlhlMopQUK',
    'pVB3d3d3d3d3d3d3l//RJ9nZ7GxIZsNuL/kuT07eJ3tmdpMMQlTCowIiG4aACwnxjAyIi0YOU6dDfahkmiW6V3Sa1wIF8Yq1Y4JrgsIEudFODR+lDoC3',
    'lnK8lDsAXjYpWMXnscS7GoEUz0dIPO/Egup0tO4fResuja9lP7WS1kpyc0tALgWTxp6XFFoihNpKKqV5GOeVyjhryjkua1cfqhKBULikJQNbk8F0RmZx',
    'lqygSrowFCXpKeKhIia03+pwlwxUTYMC6JbvvINxPgt6wkPccKrmh2rTLeYuBJrDgu4Q6AVV80eekp50Al1mOAXE4XpTxQTkIWlaSaAcBjSCOI+MVDEU',
    'SZuuEOg9A1pOoLWSqh00mUDZJqfO34EEmsuCyoRlm+nMmXpBGNEQFmS+L0iLHTvGTYLzzsiCIEeAUvs5cjILBYfrCkwof5ggfdpW0fl6wObcNbAhWC9A',
    'OPWI/WvTr9ocbjDIQDDbJulXTZRc1qG+olMIspApxSbhQcvE+tbdIsMdNchDMKuXKI1/LVRHv6Kc59PABQhOCrcuxjiFXzzjduqyuBP3wCUIzqWKUtoX',
    'ADBsoRhuRia4CMFvak76PfDjIMWU220gJgSmfZQ0YAnlPF0KlYGg+LMo7RWZrEUVlksGAvNFPXHenrY5vx47a3cOAYwi2+CZzTneHZRAsJF/8G4QnJ5D',
    'QRkEt3ZYoGOCQ38jVg6CcVMwxmdeWp1T9LO+shD0sEx83WaO4x4w5uMCBNctF7f6Z//5Z0EdZMomm2CeSgjeEGiBWugbgSaohcoIdM2sEhoj3HG3VUKQ',
    'RqA/aqFkAnWugpwmuWpGHv9nRqF2P48VQwnSH+zKIX/UVA5KJ1A3ZldrFCcHfeCdncXMLg2K1oELz3+MDzObdHURkj3IyEjDWL/wIbMnBiGUKAfBjZsf',
    '2QMCaIEQcld1esAnyXrY0glUpx7/xz9IrRNITiLcvNU51YUjDaRVNSbfBuJxjbaRis+jpQ+Q3OKVOoG26yJp4quESSLrRce9cYTc3WIXXUy79g5O/RBC',
    'YRo/H0/ZJ50lHm38/TR16ff+Aw7P3PGB6GV9AAAAAElFTkSuQmCC',
  ].join(''),
  'base64',
);
