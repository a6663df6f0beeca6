// The build of the web interface: one chunk per page, nothing inline (the server's policy forbids it), and compressed
// forms of each file, so that the server compresses nothing.
import { promisify } from "node:util";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompress, constants, gzip } from "node:zlib";
import { defineConfig, type Plugin } from "vite";

const COMPRESSED = /\.(?:js|css|svg|json)$/;
const BYTES_MIN = 1024;
/** Modules of the library of charts, which a page fetches only for a chart. */
const CHART_MODULE = /node_modules\/(?:echarts|zrender)\//;

export default defineConfig({
  root: import.meta.dirname,
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    // Published builds contain the libraries themselves, whose licences require their text.
    license: { fileName: "licenses.md" },
    modulePreload: { polyfill: false },
    // ECharts alone exceeds the default, and has chunks of its own.
    chunkSizeWarningLimit: 800,
    rolldownOptions: {
      output: {
        chunkFileNames: ({ moduleIds }) =>
          `assets/${moduleIds.some((id) => CHART_MODULE.test(id)) ? "echarts" : "[name]"}-[hash].js`,
      },
      // Libraries mark files for servers that render React; this server does not.
      onLog: (level, log, handle) => {
        if (log.code !== "MODULE_LEVEL_DIRECTIVE") handle(level, log);
      },
    },
  },
  plugins: [compressed()],
});

/** Writes `name.br` and `name.gz` for each file that is worth compressing. */
function compressed(): Plugin {
  let folder = "";
  return {
    name: "compressed",
    apply: "build",
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    async closeBundle() {
      const files = await readdir(folder, { recursive: true });
      await Promise.all(files.filter((name) => COMPRESSED.test(name)).map((name) => compress(join(folder, name))));
    },
  };
}

async function compress(path: string): Promise<void> {
  const bytes = await readFile(path);
  if (bytes.length < BYTES_MIN) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, { params }));
  await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
}
