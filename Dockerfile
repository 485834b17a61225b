# The website in an image of one file: no shell, no libraries, no user but one that owns nothing except the journal.
#
#	docker build --tag haulfront .
#	docker run --publish 8080:8080 --volume haulfront:/var/lib/haulfront --stop-timeout 30 --env BASE_URL=https://www.example.com haulfront
#
# The admin address is private to the container. For a scraper on this machine, add
#
#	--env ADMIN_ADDR=:9090 --publish 127.0.0.1:9090:9090
#
# or, for one in a container, the variable and a network that only both are in. For content on disk, add
#
#	--volume /srv/haulfront/content:/content:ro --env CONTENT_DIR=/content
#
# with files that everybody can read.

FROM node:22-bookworm-slim AS packages
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund

FROM golang:1.26-bookworm AS build
WORKDIR /src
COPY go.mod go.sum ./
COPY render/go.mod render/go.sum render/
RUN go mod download
COPY Makefile package.json package-lock.json tsconfig.json ./
COPY assets assets
COPY cmd cmd
COPY components components
COPY content content
COPY render render
COPY --from=packages /src/node_modules node_modules
# npm is not here: node_modules is complete.
RUN touch node_modules/.package-lock.json && make build && mkdir -p /root/data

FROM scratch
COPY --from=build /src/bin/haulfront /haulfront
COPY --from=build --chown=65532:65532 --chmod=700 /root/data /var/lib/haulfront
USER 65532:65532
WORKDIR /var/lib/haulfront
ENV DATABASE_URL=sqlite:/var/lib/haulfront/haulfront.db
EXPOSE 8080
VOLUME /var/lib/haulfront
HEALTHCHECK --interval=30s --timeout=15s --start-period=60s CMD ["/haulfront", "health"]
ENTRYPOINT ["/haulfront"]
CMD ["serve"]
