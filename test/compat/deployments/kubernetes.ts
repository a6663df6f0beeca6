// The manifests of `deploy/` against the schemas of Kubernetes, without members that they do not know.
import { dirname, join } from "node:path";
import type { CompatClient } from "../compat-client.ts";
import { run } from "../tools.ts";
import { DEPLOY } from "./deploy-file.ts";

export const kubernetes: CompatClient = {
  name: "kubernetes",
  async install(tools) {
    const { python, version } = await tools.python("kubernetes-validate==1.37.0");
    const validate = join(dirname(python), "kubernetes-validate");
    return {
      version: await version("kubernetes-validate"),
      scenarios: [
        {
          name: "the manifests are what the schemas say",
          run: async () => {
            for (const file of ["kubernetes.yml", "cluster/kubernetes.yml"])
              await run(validate, ["--strict", join(DEPLOY, file)]);
          },
        },
      ],
    };
  },
};
