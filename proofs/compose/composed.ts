/** deploy/compose.yaml and the Dockerfiles, read as Docker reads them: what each container runs. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";

export const root = fileURLToPath(new URL("../../", import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), "utf8");

export type Condition = "service_healthy" | "service_completed_successfully";

/** What a container runs, with what, and what it waits for. */
export interface ContainerPlan {
  readonly name: string;
  readonly address: string;
  readonly user: string;
  readonly command: readonly string[];
  readonly healthCheck: readonly string[] | undefined;
  readonly environment: Readonly<Record<string, string>>;
  /** A file of the checkout or the name of a volume, and where it is mounted. */
  readonly mounts: readonly { readonly source: string; readonly target: string; readonly isFile: boolean }[];
  readonly tmpfs: readonly string[];
  readonly isReadOnly: boolean;
  readonly restart: "unless-stopped" | "on-failure" | "no";
  readonly waitsFor: Readonly<Record<string, Condition>>;
}

interface Service {
  readonly image: string;
  readonly user?: string;
  readonly command?: readonly string[];
  readonly entrypoint?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly env_file?: string | readonly string[];
  readonly volumes?: readonly string[];
  readonly tmpfs?: readonly string[];
  readonly read_only?: boolean;
  readonly restart: ContainerPlan["restart"];
  readonly healthcheck?: { readonly test?: readonly string[]; readonly disable?: boolean };
  readonly depends_on?: Readonly<Record<string, { readonly condition: Condition }>>;
  readonly networks?: readonly string[] | { readonly inside: { readonly ipv4_address: string } };
}

/** What an image says of itself; Caddy's image is not here, and is said as its makers say it. */
interface Image {
  readonly user: string;
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
  readonly healthCheck: readonly string[] | undefined;
  readonly environment: Readonly<Record<string, string>>;
}

const caddy: Image = {
  user: "0:0",
  entrypoint: [],
  command: ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"],
  healthCheck: undefined,
  environment: { XDG_DATA_HOME: "/data", XDG_CONFIG_HOME: "/data" },
};

/** Every container of deploy/compose.yaml, with the files of settings that an operator writes. */
export function readComposed(settings: Readonly<Record<string, string>>): readonly ContainerPlan[] {
  const { services } = parse(read("deploy/compose.yaml"), { merge: true, maxAliasCount: -1 }) as {
    readonly services: Readonly<Record<string, Service>>;
  };
  const images: Readonly<Record<string, Image>> = {
    maple: readImage("deploy/Dockerfile"),
    "maple-cluster": readImage("deploy/cluster/Dockerfile"),
  };
  return Object.entries(services).map(([name, service], index) => {
    const image = images[service.image] ?? caddy;
    const check = service.healthcheck?.test?.slice(1);
    const files = [service.env_file ?? []].flat().map((file) => parseEnv(settings[file] ?? ""));
    const { networks } = service;
    return {
      name,
      address: networks !== undefined && "inside" in networks ? networks.inside.ipv4_address : `10.83.0.${130 + index}`,
      user: service.user ?? image.user,
      command: [...(service.entrypoint ?? image.entrypoint), ...(service.command ?? image.command)],
      healthCheck: service.healthcheck?.disable === true ? undefined : (check ?? image.healthCheck),
      environment: Object.assign({}, image.environment, ...files, service.environment) as Record<string, string>,
      mounts: (service.volumes ?? []).map((each) => {
        const [source = "", target = ""] = each.split(":");
        return { source: source.replace("./", "deploy/"), target, isFile: source.startsWith("./") };
      }),
      tmpfs: (service.tmpfs ?? []).map((each) => each.split(":")[0] ?? ""),
      isReadOnly: service.read_only === true,
      restart: service.restart,
      waitsFor: Object.fromEntries(
        Object.entries(service.depends_on ?? {}).map(([other, { condition }]) => [other, condition]),
      ),
    };
  });
}

function readImage(path: string): Image {
  const text = read(path);
  const list = (pattern: RegExp): readonly string[] => JSON.parse(pattern.exec(text)?.[1] ?? "[]") as readonly string[];
  const healthCheck = list(/^HEALTHCHECK .* CMD (\[.*)$/m);
  return {
    user: /^USER (\S+)$/m.exec(text)?.[1] ?? "0:0",
    entrypoint: list(/^ENTRYPOINT (\[.*)$/m),
    command: list(/^CMD (\[.*)$/m),
    healthCheck: healthCheck.length === 0 ? undefined : healthCheck,
    environment: Object.fromEntries(
      [...text.matchAll(/^ENV (.*)$/gm)].flatMap(([, words = ""]) => words.split(" ").map((word) => word.split("="))),
    ) as Record<string, string>,
  };
}
