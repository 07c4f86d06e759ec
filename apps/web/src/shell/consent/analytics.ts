export const startAnalytics = (_: object) => () => undefined;
