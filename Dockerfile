# One image for all services, the site and the sandbox; the command chooses what runs. docs/operations/images.md
# describes how to build it for a release, with the base image pinned by its digest.
ARG NODE_IMAGE=node:24-bookworm-slim

# The manifests alone, so that a change of the sources does not install the packages again.
FROM ${NODE_IMAGE} AS manifests
WORKDIR /build
COPY . .
RUN find . -type f ! -name package.json ! -name package-lock.json -delete && find . -type d -empty -delete

FROM ${NODE_IMAGE} AS build
WORKDIR /build
COPY --from=manifests /build ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund --loglevel=error
COPY . .
RUN node tools/start/bootstrap/build.mjs
# What runs in a container. Services find the site and each other's programs by these paths.
RUN for package in libs/bullmq-transport libs/contracts libs/outbox libs/service-kit libs/steps libs/timing \
      services/accounts services/billing services/gateway services/lead-router services/notifier \
      tools/backup tools/migrate tools/privacy tools/sandbox tools/setup tools/verify web; do \
      mkdir -p "/image/app/$package" && cp -r "$package/dist" "$package/package.json" "/image/app/$package/" || exit 1; \
    done && cp package.json docker/healthcheck.mjs /image/app/ && install --directory --owner=10001 --group=10001 /image/state /image/backups

FROM ${NODE_IMAGE} AS packages
WORKDIR /build
COPY --from=manifests /build ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund --loglevel=error --include-workspace-root \
      -w services/accounts -w services/billing -w services/gateway -w services/lead-router -w services/notifier \
      -w tools/migrate -w tools/sandbox -w tools/setup \
    # The launcher's packages, on which these also depend, stay out: they use them only for a system that it started.
    && ln -s ../../tools/verify node_modules/@desk/tool-verify
# npm also installs optional peers that only builds and tests use. Types and maps of packages are for editors; of the
# fonts of receipts, one format is read.
COPY docker/check-packages.mjs ./
RUN cd node_modules && rm -rf typescript @swc/core* @swc/types @grpc protobufjs @types typeorm/browser swagger-ui-dist/*-es-bundle*.js \
      source-sans/OTF source-sans/VF source-sans/WOFF source-sans/WOFF2 pdfkit/.yarn bintrees/test \
    && find . -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.md' \) \
         ! -iname 'license*' -delete \
    && find . -type d -empty -delete && cd .. && node check-packages.mjs

# The Debian and Node of the base image, without what installs packages or gains rights.
FROM ${NODE_IMAGE} AS system
RUN rm -rf /usr/local/lib/node_modules /usr/local/include /usr/local/share/man /usr/local/share/doc /opt/yarn* \
      /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /usr/local/bin/yarn /usr/local/bin/yarnpkg \
      /var/lib/apt/lists/* /var/cache/apt /var/log/* /tmp/* /root/.npm /usr/share/man /usr/share/info /usr/share/locale \
    && find /usr/share/doc -type f ! -name copyright -delete \
    && find / -xdev -type f -perm /6000 -exec chmod a-s {} +

# Dates every file alike, so that the same sources give the same layers.
FROM ${NODE_IMAGE} AS files
ARG SOURCE_DATE_EPOCH=0
COPY --from=system / /system/
COPY --from=build /image /image/
COPY --from=packages /build/node_modules /image/app/node_modules/
RUN find /system /image -newermt "@$SOURCE_DATE_EPOCH" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +

# Starting from nothing leaves out the layers of the base image and what was deleted above.
FROM scratch
COPY --from=files /system /
COPY --from=files /image /
ENV PATH=/usr/local/bin:/usr/bin:/bin NODE_ENV=production HEALTH_PORT=4805
WORKDIR /app
USER 10001:10001
# Patient: on a busy machine, starting a process may take seconds.
HEALTHCHECK --interval=10s --timeout=10s --start-period=120s --retries=6 CMD ["node", "healthcheck.mjs"]
ENTRYPOINT ["node", "--enable-source-maps"]
CMD ["services/gateway/dist/main.js"]
ARG NODE_IMAGE
ARG VERSION=development
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Annuity Desk" \
      org.opencontainers.image.description="Sells exclusive, real-time annuity leads to licensed insurance agents" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.base.name="${NODE_IMAGE}"
