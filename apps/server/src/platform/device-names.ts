/** A name that means a device on Windows, whatever its ending: a file of this name cannot be unpacked there. */
export const isDeviceName = (name: string): boolean => /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)/i.test(name);
