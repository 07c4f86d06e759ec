import { type Capabilities, findLabs, loadLab, workspaceProblem } from '@hexpedition/lab-runtime';

/**
 * What the operator of this machine should know about its labs, a line each: how strongly they are separated, where that
 * could be stronger, and which labs have no workspace here for want of what.
 * @param folder the folder with a folder a lab; what cannot be read in it is said when it is built
 */
export async function adviceAtBoot(capabilities: Capabilities, folder: string): Promise<string[]> {
  const { isolation, advice } = capabilities;
  const lines = advice ? [`labs run with isolation "${isolation}". ${advice}`] : [];
  const without: string[] = [];
  const tools = new Set<string>();
  for (const dir of await findLabs(folder).catch((): string[] => [])) {
    const manifest = await loadLab(dir).then(
      (lab) => lab.manifest,
      () => undefined,
    );
    if (!manifest?.workspace || !workspaceProblem(capabilities, manifest.workspace.tools)) continue;
    without.push(manifest.slug);
    for (const tool of manifest.workspace.tools) tools.add(tool);
  }
  const problem = workspaceProblem(capabilities, [...tools]);
  // Without a sandbox it is the advice above.
  if (problem && problem !== advice && without.length > 0) {
    lines.push(`labs that cannot be started here: ${without.join(', ')}. ${problem}`);
  }
  return lines;
}
