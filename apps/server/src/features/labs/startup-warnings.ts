import { type Capabilities, findLabs, loadLab, workspaceProblem } from '@hexpedition/lab-runtime';

/**
 * Returns warnings for the operator, one line each: how to improve the isolation of labs, and which labs cannot start
 * because the machine lacks a program for their workspace.
 * @param folder folder with one folder per lab; labs that cannot be read are reported when they are built
 */
export async function collectStartupWarnings(capabilities: Capabilities, folder: string): Promise<string[]> {
  const { isolation, advice } = capabilities;
  const lines = advice ? [`labs run with isolation "${isolation}". ${advice}`] : [];
  const unavailable: string[] = [];
  const tools = new Set<string>();
  for (const dir of await findLabs(folder).catch((): string[] => [])) {
    const manifest = await loadLab(dir).then(
      (lab) => lab.manifest,
      () => undefined,
    );
    if (!manifest?.workspace || !workspaceProblem(capabilities, manifest.workspace.tools)) continue;
    unavailable.push(manifest.slug);
    for (const tool of manifest.workspace.tools) tools.add(tool);
  }
  const problem = workspaceProblem(capabilities, [...tools]);
  // Without a sandbox, the problem is the same as the advice above.
  if (problem && problem !== advice && unavailable.length > 0) {
    lines.push(`labs that cannot start on this machine: ${unavailable.join(', ')}. ${problem}`);
  }
  return lines;
}
