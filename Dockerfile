# syntax=docker/dockerfile:1

FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build

# What runs in production. Optional packages stay (sharp's binaries are some). The Node packages go, the image has its own, and so does
# what only a compiler reads: npm keeps TypeScript as an optional peer of @react-router/node.
FROM node:24.21.0-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev
RUN rm -rf node_modules/node-linux-* node_modules/node-win-* node_modules/.bin/node node_modules/typescript node_modules/@typescript node_modules/@types node_modules/.bin/tsc

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production PORT=3000
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /app/build ./build
COPY package.json ./
RUN mkdir /backups && chown node:node /backups
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
	CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Node itself, not npm or a shell, so that SIGTERM reaches it and open requests end well.
CMD ["node_modules/.bin/react-router-serve", "./build/server/index.js"]
