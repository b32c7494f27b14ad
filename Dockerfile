# syntax=docker/dockerfile:1

FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build

# The packages for production. Optional packages stay, because sharp's binaries are optional. The Node packages are
# removed, because the image has its own Node. TypeScript (npm installs it as an optional peer of @react-router/node),
# types and source maps are removed, because only a compiler or a debugger reads them, and date-fns and most of
# OpenTelemetry, because the build contains them. The other packages that it contains stay with their license files.
FROM node:24.21.0-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev
RUN rm -rf node_modules/node-linux-* node_modules/node-win-* node_modules/.bin/node node_modules/typescript node_modules/@typescript node_modules/@types node_modules/.bin/tsc node_modules/date-fns node_modules/date-fns-tz node_modules/@opentelemetry/[!a]* \
	&& find node_modules -type f \( -name '*.map' -o -name '*.ts' -o -name '*.cts' -o -name '*.mts' -o -name '*.md' ! -iname 'licen[cs]e*' \) -delete

# Node's own image adds headers, npm and yarn, which are not needed (docs/decisions/0050-deployment.md).
FROM debian:bookworm-slim
COPY --from=build /usr/local/bin/node /usr/local/bin/node
RUN groupadd --gid 1000 node && useradd --uid 1000 --gid node node
ENV NODE_ENV=production PORT=3000
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /app/build ./build
# The second file is for `doctor.js --init`.
COPY package.json .env.example ./
RUN mkdir /backups build/server/.compiled && chown node:node /backups build/server/.compiled
USER node
# Without variables the start ends after it has loaded the code. The image keeps V8's compiled code, for a quick start.
RUN node --max-semi-space-size=8 ./build/server/index.js 2>/dev/null; test -n "$(ls build/server/.compiled)"
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
	CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((response) => process.exit(response.ok ? 0 : 1), () => process.exit(1))"]
# Node itself, not npm or a shell, so SIGTERM reaches it and open requests can finish.
CMD ["node", "--max-semi-space-size=8", "./build/server/index.js"]
